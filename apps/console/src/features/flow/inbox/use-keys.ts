import { useEffect, useRef } from 'react'
import { keysAreTaken } from '../../../lib/page/page-keys.ts'

type Keys = Readonly<Record<string, (() => void) | null>>

/** Keys of the page, unless somebody types or is asked something; a capital is one with Shift. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || keysAreTaken(event)) return
      const name = event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase()
      const act = Object.hasOwn(latest.current, name) ? latest.current[name] : null
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
