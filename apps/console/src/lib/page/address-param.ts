import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** One value of the address, and how it is changed in place; null removes it. */
export function useAddressParam(name: string): [value: string | null, change: (value: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const change = useCallback(
    (value: string | null) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setSearch, name],
  )
  return [search.get(name), change]
}
