import type { ModelProblems, ProductModel } from '@sluice/contract'

/** What devices of a product were registered by: it stays while there are any. */
const FIXED = ['deviceTypeCode', 'nodeKind', 'protocol'] as const

/** Why a model cannot follow the one in force while devices have it. */
export function fixedProblems(inForce: ProductModel, next: ProductModel): ModelProblems {
  const changed = FIXED.filter((name) => inForce[name] !== next[name])
  return Object.fromEntries(changed.map((name) => [name, 'fixed-by-devices' as const]))
}

/** Why a metric cannot take over the history of the key that it has in the model in force. */
export function renamingProblems(inForce: ProductModel, next: ProductModel): ModelProblems {
  const before = new Map((inForce.metrics ?? []).map((metric) => [metric.key, metric]))
  return Object.fromEntries(
    (next.metrics ?? []).flatMap(({ was = [], kind, unit }, n) => {
      const former = was.map((key) => before.get(key)).find((metric) => metric !== undefined)
      if (!former) return []
      if (former.kind !== kind) return [[`metrics.${n}.kind`, 'fixed-by-history' as const]]
      return former.unit === unit ? [] : [[`metrics.${n}.unit`, 'fixed-by-history' as const]]
    }),
  )
}
