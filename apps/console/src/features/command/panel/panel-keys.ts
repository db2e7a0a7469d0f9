import { useEffect, useRef } from 'react'

/** Visible panels, the topmost last: a drawer over a device's page takes the keys. */
const stack: symbol[] = []

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    (target as HTMLInputElement).type !== 'range'
  )
}

/** Shift+S stops, R reads; no single key opens or closes a valve (docs/spec/look.md#8). */
export function usePanelKeys(keys: { onStop: (() => void) | null; onRead: (() => void) | null }): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const me = Symbol('panel')
    stack.push(me)
    const onKey = (event: KeyboardEvent) => {
      if (stack.at(-1) !== me || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target)) return
      const act = event.shiftKey && event.key.toUpperCase() === 'S' ? latest.current.onStop : readOf(event)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    const readOf = (event: KeyboardEvent) =>
      !event.shiftKey && event.key.toUpperCase() === 'R' ? latest.current.onRead : null
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      stack.splice(stack.indexOf(me), 1)
    }
  }, [])
}
