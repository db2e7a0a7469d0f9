import { useSyncExternalStore } from 'react'
import { useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Icon } from '../../parts/icon/icons.tsx'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** FS-1 to FS-3: follows changes made by other means; a refused request is silent. */
export function FullscreenButton() {
  const { t } = useText()
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  const toggle = () => {
    if (!document.fullscreenEnabled) {
      toast('warning', t('fullscreen.unsupported'))
      return
    }
    const asked = full ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    asked.catch(() => {})
  }
  const label = t(full ? 'header.exitFullscreen' : 'header.fullscreen')
  return (
    <button
      type="button"
      className="icon-button"
      data-testid="fullscreen"
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      <Icon name={full ? 'unfull' : 'full'} />
    </button>
  )
}
