/** Rows with a parent, as a tree in the given order; a row whose parent is not among them becomes a root. */
export function treeOf<T extends { id: string; parentId: string | null }>(
  rows: readonly T[],
): (T & { children?: T[] })[] {
  type Node = T & { children?: Node[] }
  const nodes = new Map<string, Node>(rows.map((row) => [row.id, { ...row }]))
  const roots: Node[] = []
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId)
    if (!parent) roots.push(node)
    else (parent.children ??= []).push(node)
  }
  return roots
}
