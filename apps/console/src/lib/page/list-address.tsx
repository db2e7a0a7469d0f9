import { type Dependents, RESOURCES } from '@sluice/contract'
import { createContext, type ReactNode, useContext } from 'react'

type Lists = Readonly<Record<string, string>>

/** By resource: the address of its list; only of lists that the user may open. */
const ListsOf = createContext<Lists>({})

export function ListAddresses({ lists, children }: { lists: Lists; children: ReactNode }) {
  return <ListsOf value={lists}>{children}</ListsOf>
}

/** The address of the list of those rows that refer to some rows; of the whole list where it has no such filter. */
export function useDependentsAddress(): (
  by: Pick<Dependents, 'resource' | 'field'>,
  ids: readonly string[],
) => string | null {
  const lists = useContext(ListsOf)
  return ({ resource, field }, ids) => {
    const list = lists[resource]
    if (list === undefined) return null
    const filtered = RESOURCES[resource]?.list.filters?.includes(field)
    return filtered ? `${list}?${new URLSearchParams({ [field]: ids.join(',') })}` : list
  }
}
