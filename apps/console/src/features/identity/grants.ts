import type { ResourceNode } from '@sluice/contract'

/** Ids of all leaves below: only these are checked in the tree, parents follow from them. */
export function leavesOf(nodes: readonly ResourceNode[]): Set<string> {
  const leaves = new Set<string>()
  const walk = (node: ResourceNode) => {
    if (!node.children?.length) leaves.add(node.id)
    for (const child of node.children ?? []) walk(child)
  }
  for (const node of nodes) walk(node)
  return leaves
}

/** What the tree shows checked for the granted ids: half-checked parents are drawn by the tree itself. */
export function checkedOf(nodes: readonly ResourceNode[], granted: readonly string[]): string[] {
  const leaves = leavesOf(nodes)
  return granted.filter((id) => leaves.has(id))
}

/** AD-5: half-checked parents are saved too. */
export function grantedOf(checked: readonly string[], halfChecked: readonly string[]): string[] {
  return [...new Set([...checked, ...halfChecked])]
}
