import { createContext, type ReactNode, useContext, useMemo } from 'react'

type Lists = Readonly<Record<string, string>>

/** By resource: the address of the list below which its rows have pages of their own. */
const DetailLists = createContext<Lists>({})

export function DetailAddresses({ lists, children }: { lists: Lists; children: ReactNode }) {
  return <DetailLists value={lists}>{children}</DetailLists>
}

/** Where the page of a row is; null where the resource has none, or its list is not among what this person may open. */
export function useDetailAddress(resource: string): ((id: string) => string) | null {
  const list = useContext(DetailLists)[resource]
  return useMemo(() => (list === undefined ? null : (id) => `${list}/${encodeURIComponent(id)}`), [list])
}
