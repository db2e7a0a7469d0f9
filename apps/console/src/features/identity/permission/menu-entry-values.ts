import { RESOURCE_TYPES, type ResourceEntry, type ResourceNode } from '@sluice/contract'

const { DIR, MENU, BUTTON } = RESOURCE_TYPES

/** The form of an entry. */
export type EntryValues = Omit<ResourceEntry, 'id' | 'name' | 'affix' | 'builtin'>

/** What the form starts with: the entry as it is, or a new one that fits below `parent`. */
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

/** Only what was changed travels: of a built-in entry everything else is the program's. */
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

/** Where an entry may hang: screens take buttons, folders the rest; never below itself (AD-6). */
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
