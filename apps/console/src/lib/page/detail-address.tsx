import { createContext, type ReactNode, useContext, useMemo } from 'react'

type Lists = Readonly<Record<string, string>>

/** By resource: the address of the list that the rows' own pages are below. */
const DetailLists = createContext<Lists>({})

export function DetailAddresses({ lists, children }: { lists: Lists; children: ReactNode }) {
  return <DetailLists value={lists}>{children}</DetailLists>
}

/** The address of a row's page; null when the resource has none, or when the user may not open its list. */
export function useDetailAddress(resource: string): ((id: string) => string) | null {
  const list = useContext(DetailLists)[resource]
  return useMemo(() => (list === undefined ? null : (id) => `${list}/${encodeURIComponent(id)}`), [list])
}
