import { type RefObject, useEffect } from 'react'
import './hanging-panel.css'

/** Closes what hangs on a button when somebody presses elsewhere, or Escape, which leads back to the button. */
export function useDismiss(box: RefObject<HTMLElement | null>, opener: string, close: () => void): void {
  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target as Element
      if (!box.current?.contains(target) && !target.closest(`${opener}, .ant-drawer, .ask`)) close()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      document.querySelector<HTMLElement>(opener)?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [box, opener, close])
}
