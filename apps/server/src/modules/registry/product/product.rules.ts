import type { ModelProblems, ProductModel } from '@sluice/contract'

/** What devices of a product were registered by: it stays while there are any. */
const FIXED = ['deviceTypeCode', 'nodeKind', 'protocol'] as const

/** Why a model cannot follow the one in force while devices have it. */
export function fixedProblems(inForce: ProductModel, next: ProductModel): ModelProblems {
  const changed = FIXED.filter((name) => inForce[name] !== next[name])
  return Object.fromEntries(changed.map((name) => [name, 'fixed-by-devices' as const]))
}
