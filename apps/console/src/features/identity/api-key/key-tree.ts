import { RESOURCE_TYPES, type ResourceNode } from '@sluice/contract'

export interface KeyBranch {
  /** The permission key of a leaf; an id that is not a permission key for a folder or a screen with leaves. */
  value: string
  title: string
  children?: KeyBranch[]
}

/** Folders and screens with the permission keys below them that `isOffered` accepts; empty ones are left out. */
export function keyTree(nodes: readonly ResourceNode[], isOffered: (key: string) => boolean): KeyBranch[] {
  return nodes.flatMap((node) => {
    const own = node.permission !== null && isOffered(node.permission) ? [leafOf(node, node.permission)] : []
    const below = keyTree(node.children ?? [], isOffered)
    if (node.type === RESOURCE_TYPES.BUTTON) return own
    // The permission to open the screen is first among its buttons.
    const children = [...own, ...below]
    return children.length > 0 ? [{ value: `#${node.id}`, title: node.title, children }] : []
  })
}

function leafOf(node: ResourceNode, key: string): KeyBranch {
  return { value: key, title: `${node.title} ${key}` }
}
