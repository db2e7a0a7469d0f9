import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Where the columns of a list stand in its address, by name and in order. */
export const COLUMNS_PARAM = 'cols'
/** The name of the saved view that the address shows; a change of its filters or columns takes it away. */
export const VIEW_PARAM = 'view'

/** The columns that an address asks for; null when it asks for none or for one that this list has not. */
export function columnsIn(text: string | null, possible: readonly string[]): readonly string[] | null {
  const names = [...new Set((text ?? '').split(',').filter(Boolean))]
  return names.length > 0 && names.every((name) => possible.includes(name)) ? names : null
}

interface SharedColumns {
  /** What the address of somebody else asks for; it counts before the own choice and changes nothing in it. */
  shared: readonly string[] | null
  /** The own choice counts again. */
  forget: () => void
}

/**
 * Chosen columns travel in the address of a list, so that whoever opens it sees the same. `chosen` is this user's own
 * choice, null for none or while it is being fetched.
 */
export function useSharedColumns(
  chosen: readonly string[] | null,
  possible: readonly string[],
  isPart: boolean,
): SharedColumns {
  const [search, setSearch] = useSearchParams()
  const asked = isPart ? null : search.get(COLUMNS_PARAM)
  const [text, setText] = useState(asked)
  const seen = useRef(asked)
  const shared = columnsIn(text, possible)
  const wanted = (shared ?? chosen)?.join(',') ?? null
  useEffect(() => {
    if (isPart) return
    if (asked !== seen.current) {
      // Somebody went to another address of this list.
      seen.current = asked
      setText(asked)
      return
    }
    if (asked === wanted) return
    seen.current = wanted
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (wanted === null) next.delete(COLUMNS_PARAM)
        else next.set(COLUMNS_PARAM, wanted)
        return next
      },
      { replace: true },
    )
  }, [isPart, asked, wanted, setSearch])
  return { shared, forget: () => setText(null) }
}
