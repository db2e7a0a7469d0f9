import { useEffect, useState } from 'react'
import { useText } from '../../lib/text/text.ts'
import { BUTTON_CLASSES } from '../../parts/button/button.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { StateChip } from '../../parts/reading/status-chip.tsx'
import { isColour, labelOn, PRESETS } from '../theme/colour.ts'
import { useSettings } from './layout-settings.ts'

const pick = (theme: string) => useSettings.setState({ theme })

function Swatches({ chosen }: { chosen: string }) {
  const { t } = useText()
  return (
    <div className="swatches" role="radiogroup" aria-label={t('settings.themeColour')}>
      {PRESETS.map((preset) => {
        const on = preset.toLowerCase() === chosen.toLowerCase()
        return (
          <label
            key={preset}
            className={on ? 'swatch on' : 'swatch'}
            style={{ background: preset, color: labelOn(preset) }}
          >
            <input type="radio" name="themeColour" checked={on} onChange={() => pick(preset)} aria-label={preset} />
            {on && <Icon name="check" size={16} />}
          </label>
        )
      })}
    </div>
  )
}

/** LS-13: only `#rrggbb` is accepted; any other text keeps the previous colour. */
function HexField({ chosen }: { chosen: string }) {
  const { t } = useText()
  const [typed, setTyped] = useState(chosen)
  useEffect(() => setTyped(chosen), [chosen])
  const wrong = !isColour(typed)
  return (
    <div className="hex">
      <input
        type="color"
        value={chosen.toLowerCase()}
        aria-label={t('settings.picker')}
        onChange={(event) => pick(event.target.value)}
      />
      <input
        className="text-field"
        value={typed}
        maxLength={7}
        spellCheck={false}
        aria-label={t('settings.hex')}
        aria-invalid={wrong}
        onChange={(event) => {
          setTyped(event.target.value)
          if (isColour(event.target.value)) pick(event.target.value)
        }}
        onBlur={() => setTyped(chosen)}
      />
    </div>
  )
}

/** A sample row: the theme colours the interface, the state chips keep their colours. */
function Sample() {
  const { t } = useText()
  return (
    <div className="sample" aria-hidden="true">
      <div>
        <span className={`${BUTTON_CLASSES.theme} small`}>{t('action.search')}</span>
        <span className="sample-link">{t('settings.sampleLink')}</span>
        <span className="tab on sample-tab">{t('settings.sampleTab')}</span>
        <span className="sample-switch" />
      </div>
      <div>
        <StateChip tone="online" glyph="online" text={t('enum.deviceStatus.ONLINE')} />
        <StateChip tone="moving" glyph="moving" text={t('state.moving')} />
        <StateChip tone="level4" glyph="level4" text={t('enum.level.4')} />
        <span className="chip chip-pending">
          <Glyph name="pending" />
          {t('state.pending')}
        </span>
      </div>
    </div>
  )
}

export function ThemeColour() {
  const { t } = useText()
  const chosen = useSettings((settings) => settings.theme)
  return (
    <section>
      <h3>{t('settings.themeColour')}</h3>
      <p>{t('settings.themeColourHint')}</p>
      <Swatches chosen={chosen} />
      <HexField chosen={chosen} />
      <Sample />
    </section>
  )
}
