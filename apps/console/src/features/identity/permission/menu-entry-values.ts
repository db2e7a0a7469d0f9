import { RESOURCE_TYPES, type ResourceEntry, type ResourceNode } from '@sluice/contract'

const { DIR, MENU, BUTTON } = RESOURCE_TYPES

/** The values of the form of an entry. */
export type EntryValues = Omit<ResourceEntry, 'id' | 'name' | 'affix' | 'builtin'>

/** The initial values: the entry as it is, or a new one that fits below `parent`. */
export function valuesOf(entry: ResourceNode | null, parent: ResourceNode | null): EntryValues {
  if (entry) {
    const { id: _id, name: _name, affix: _affix, builtin: _builtin, children: _children, ...values } = entry
    return values
  }
  return {
    parentId: parent?.id ?? null,
    title: '',
    type: parent?.type === MENU ? BUTTON : parent ? MENU : DIR,
    permission: null,
    routePath: null,
    component: null,
    icon: null,
    sort: 10 * ((parent?.children?.length ?? 0) + 1),
    hidden: false,
    cache: true,
    external: false,
    status: 'NORMAL',
  }
}

/** Only changed values are sent: all others of a built-in entry belong to the program. */
export function changedEntry(before: EntryValues, after: Partial<EntryValues>): Partial<EntryValues> {
  const entries = Object.entries(after) as [keyof EntryValues, EntryValues[keyof EntryValues] | undefined][]
  const differs = entries.filter(([name, value]) => (value ?? null) !== (before[name] ?? null))
  return Object.fromEntries(differs.map(([name, value]) => [name, value ?? null]))
}

export function flatEntries(nodes: readonly ResourceNode[]): ResourceNode[] {
  return nodes.flatMap((node) => [node, ...flatEntries(node.children ?? [])])
}

export interface ParentChoice {
  value: string
  title: string
  disabled: boolean
  children: ParentChoice[]
}

/**
 * The possible parents of an entry: screens for buttons, folders for the rest; never itself or its descendants (AD-6).
 */
export function parentsOf(
  nodes: readonly ResourceNode[],
  type: EntryValues['type'],
  self: string | null,
): ParentChoice[] {
  return nodes.flatMap((node) => {
    if (node.type === BUTTON || node.id === self || (type !== BUTTON && node.type === MENU)) return []
    const children = parentsOf(node.children ?? [], type, self)
    return [{ value: node.id, title: node.title, disabled: type === BUTTON && node.type !== MENU, children }]
  })
}
