import { useEffect, useRef } from 'react'
import { usePhone } from '../../lib/page/width.ts'

/** Of the entry of the history that stands for an overlay. */
const overlayOf = (state: unknown): unknown => (state as { overlay?: unknown } | null)?.overlay

interface Over {
  mark: string
  close: () => void
  push: () => void
}

/** What lies over the page, the lowest first. */
const overs = new Set<Over>()
/** Entries that are being left because their overlay is gone: the browser does it later than it is told. */
let leaving = 0

function leave(): void {
  leaving += 1
  history.back()
}

/** An entry whose overlay went with a step to another page, or together with one above it. */
function isDead(): boolean {
  const mark = overlayOf(history.state)
  return mark !== undefined && ![...overs].some((over) => over.mark === mark)
}

function onPop(): void {
  const isOwn = leaving > 0
  if (isOwn) leaving -= 1
  if (isDead()) {
    leave()
    // A person who goes back to it goes back over it; what they closed is closed by the entry below.
    return
  }
  if (leaving > 0) return
  const open = [...overs]
  for (const over of open) {
    // Another overlay above this one was closed.
    if (over.mark === overlayOf(history.state)) continue
    if (!isOwn) over.close()
    setTimeout(over.push)
  }
}

/**
 * On a phone, Back closes what lies over the page before it leaves the page: an entry of the history, at the same
 * address, stands for it while it is open. What stays open when it is asked to close (a form that was changed) gets its
 * entry again. One overlay may open while the entry of another is being left: it waits for that with its own.
 */
export function useBackCloses(onClose: () => void, isOpen = true): void {
  const phone = usePhone()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!phone || !isOpen) return
    const mark = crypto.randomUUID()
    const push = () => {
      const above = [...overs].slice([...overs].indexOf(over) + 1)
      const stands = [over, ...above].some((one) => one.mark === overlayOf(history.state))
      if (overs.has(over) && leaving === 0 && !stands) history.pushState({ ...history.state, overlay: mark }, '')
    }
    const over: Over = { mark, push, close: () => close.current() }
    // The same function again is no second listener.
    window.addEventListener('popstate', onPop)
    overs.add(over)
    // Not at once: what is drawn twice in development would be pushed twice.
    const timer = setTimeout(push)
    return () => {
      clearTimeout(timer)
      overs.delete(over)
      if (overlayOf(history.state) === mark) leave()
    }
  }, [phone, isOpen])
}
