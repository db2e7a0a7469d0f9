import type { FieldReason } from '../../machine/field-reasons.ts'

export type ModelProblem = readonly [path: string, reason: FieldReason]

/** Items whose name an earlier one of the list has. */
export function repeated<T>(items: readonly T[], of: (item: T) => string, path: (n: number) => string): ModelProblem[] {
  const seen = new Set<string>()
  return items.flatMap((item, n) => {
    const name = of(item)
    if (seen.has(name)) return [[path(n), 'taken'] as const]
    seen.add(name)
    return []
  })
}

/** Rules that fill a metric which the model does not know. */
export function unknownKeys(
  list: string,
  keys: readonly (string | null)[],
  isKnown: (key: string) => boolean,
): ModelProblem[] {
  return keys.flatMap((key, n) =>
    key === null || isKnown(key) ? [] : [[`uplink.${list}.${n}.key`, 'unknown-metric'] as const],
  )
}
