import { RESOURCE_TYPES, type ResourceNode } from '@sluice/contract'

type Granted = ReadonlySet<string>

/** The node and everything below it. */
function allOf(node: ResourceNode): ResourceNode[] {
  return [node, ...(node.children ?? []).flatMap(allOf)]
}

const isWhole = (node: ResourceNode, granted: Granted): boolean => allOf(node).every(({ id }) => granted.has(id))
const isTouched = (node: ResourceNode, granted: Granted): boolean => allOf(node).some(({ id }) => granted.has(id))

/**
 * The checked and half-checked nodes of a tree: checked when the node and all below are granted, half-checked when
 * granted with less.
 */
export function shownOf(
  nodes: readonly ResourceNode[],
  ids: readonly string[],
): { checked: string[]; halfChecked: string[] } {
  const granted = new Set(ids)
  const all = nodes.flatMap(allOf).filter((node) => isTouched(node, granted))
  const idsOf = (whole: boolean) => all.filter((node) => isWhole(node, granted) === whole).map(({ id }) => id)
  return { checked: idsOf(true), halfChecked: idsOf(false) }
}

/** The path from the top to this node; empty when it is not in the tree. */
function wayTo(nodes: readonly ResourceNode[], id: string): ResourceNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const below = wayTo(node.children ?? [], id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/**
 * The granted ids after a click on a node (AD-5). Granting adds everything below and the parents, which are then
 * half-checked and saved too. Removing the last button leaves its screen, which can still be read; a folder is removed
 * with its last entry. Grants not in the tree are not changed.
 */
export function turned(nodes: readonly ResourceNode[], ids: readonly string[], id: string): string[] {
  const granted = new Set(ids)
  const way = wayTo(nodes, id)
  const node = way.at(-1)
  if (!node) return [...ids]
  const wasWhole = isWhole(node, granted)
  for (const one of allOf(node)) {
    if (wasWhole) granted.delete(one.id)
    else granted.add(one.id)
  }
  for (const parent of way.slice(0, -1).toReversed()) {
    if (!wasWhole) granted.add(parent.id)
    else if (parent.type === RESOURCE_TYPES.DIR && !(parent.children ?? []).some((one) => isTouched(one, granted)))
      granted.delete(parent.id)
  }
  return [...granted]
}
