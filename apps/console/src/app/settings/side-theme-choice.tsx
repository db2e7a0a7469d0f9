import { useText } from '../../lib/text/text.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { SIDE_THEMES } from '../theme/ramps.ts'
import { useSettings } from './layout-settings.ts'

const LABELS = {
  'theme-dark': 'settings.sideDark',
  'theme-light': 'settings.sideLight',
  'theme-night': 'settings.sideNight',
} as const

/** A drawn thumbnail: sidebar with one active entry, a page with one card. */
function Thumbnail() {
  return (
    <span className="thumb" aria-hidden="true">
      <span className="thumb-side">
        <i className="on" />
        <i />
        <i />
        <i />
      </span>
      <span className="thumb-page">
        <i />
      </span>
    </span>
  )
}

export function SideThemeChoice() {
  const { t } = useText()
  const chosen = useSettings((settings) => settings.sideTheme)
  return (
    <section>
      <h3>{t('settings.sideTheme')}</h3>
      <p>{t('settings.sideThemeHint')}</p>
      <div className="thumbs" role="radiogroup" aria-label={t('settings.sideTheme')}>
        {SIDE_THEMES.map((side) => (
          <label key={side} data-side={side} className={side === chosen ? 'thumb-choice on' : 'thumb-choice'}>
            <input
              type="radio"
              name="sideTheme"
              checked={side === chosen}
              onChange={() => useSettings.setState({ sideTheme: side })}
            />
            <Thumbnail />
            {side === chosen && (
              <span className="thumb-check">
                <Icon name="check" size={12} />
              </span>
            )}
            <span>{t(LABELS[side])}</span>
          </label>
        ))}
      </div>
    </section>
  )
}
