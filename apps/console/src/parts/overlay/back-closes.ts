import { useEffect, useRef } from 'react'
import { usePhone } from '../../lib/page/width.ts'

/** Of the entry of the history that stands for an overlay. */
const overlayOf = (state: unknown): unknown => (state as { overlay?: unknown } | null)?.overlay

/**
 * On a phone, Back closes what lies over the page before it leaves the page: an entry of the history, at the same
 * address, stands for it while it is open. What stays open when it is asked to close (a form that was changed) gets its
 * entry again.
 */
export function useBackCloses(onClose: () => void): void {
  const phone = usePhone()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!phone) return
    const mark = crypto.randomUUID()
    let isOpen = true
    // Not at once: what is drawn twice in development would be pushed twice.
    const push = () => isOpen && history.pushState({ ...history.state, overlay: mark }, '')
    let timer = setTimeout(push)
    const onPop = () => {
      const over = overlayOf(history.state)
      // Another overlay above this one was closed.
      if (over === mark) return
      close.current()
      timer = setTimeout(push)
    }
    window.addEventListener('popstate', onPop)
    return () => {
      isOpen = false
      clearTimeout(timer)
      window.removeEventListener('popstate', onPop)
      if (overlayOf(history.state) === mark) history.back()
    }
  }, [phone])
}
