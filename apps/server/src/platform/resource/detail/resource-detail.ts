import { FIRST_TAB, type Resource, RESOURCES } from '@sluice/contract'

/**
 * Checks that the detail page of a resource is consistent: its tabs have unique names, and list rows that refer to it
 * by a field which a page can be filtered by.
 * @throws Error at start, naming the fault
 */
export function checkDetail({ name, detail }: Resource): void {
  const taken = new Set([FIRST_TAB])
  for (const tab of detail?.tabs ?? []) {
    if (taken.has(tab.name)) throw new Error(`${name}: two tabs are named ${tab.name}`)
    taken.add(tab.name)
    const listed = typeof tab.of === 'string' ? RESOURCES[tab.of] : tab.of
    if (!listed) throw new Error(`${name}: the tab ${tab.name} lists ${String(tab.of)}, which is no resource`)
    const field = listed.fields[tab.by]
    const refers = (field?.kind === 'ref' || field?.kind === 'refs') && field.to === name
    if (!refers || !listed.list.filters?.includes(tab.by))
      throw new Error(`${name}: ${listed.name}.${tab.by} is no reference to it that a list is filtered by`)
  }
}
