import { useEffect, useRef } from 'react'
import { keysAreTaken } from '../../lib/page/page-keys.ts'
import { type RowAction, takeLetter } from '../list/table/row-actions.tsx'

/** The letters of the actions of a page do them, unless somebody types; those of a row in a list belong to the row. */
export function useActionKeys(actions: readonly RowAction[]): void {
  const known = useRef(actions)
  useEffect(() => {
    known.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || keysAreTaken(event)) return
      if (takeLetter(event.key, known.current)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
