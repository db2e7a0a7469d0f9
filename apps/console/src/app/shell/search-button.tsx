import { useMobile } from '../../lib/page/width.ts'
import { useText } from '../../lib/text/text.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { COMMAND_KEY } from '../palette/keys.tsx'
import { openPalette } from '../palette/palette-state.ts'

/** The palette in sight, with the keys that open it; on a phone, which has no such keys, its glass alone. */
export function SearchButton() {
  const { t } = useText()
  const mobile = useMobile()
  const keys = `${COMMAND_KEY} K`
  return (
    <button
      type="button"
      className={mobile ? 'icon-button' : 'head-find'}
      data-testid="head-find"
      aria-label={t('palette.title')}
      title={mobile ? t('palette.title') : t('palette.byKey', { what: t('palette.title'), keys })}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={openPalette}
    >
      <Icon name="search" size={mobile ? 18 : 16} />
      {!mobile && (
        <>
          <span className="head-find-word">{t('palette.find')}</span>
          <kbd>{keys}</kbd>
        </>
      )}
    </button>
  )
}
