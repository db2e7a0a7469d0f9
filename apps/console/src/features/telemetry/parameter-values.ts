import type { ModelParameter, ParameterValue } from '@sluice/contract'
import { t } from '../../lib/text/text.ts'

/** What is typed into a form: nothing where nothing is wanted of the device. */
export type Typed = Record<string, ParameterValue | null | undefined>

/** A value in words, with its unit. */
export function parameterText({ kind, unit }: Pick<ModelParameter, 'kind' | 'unit'>, value: unknown): string {
  if (kind === 'boolean' && (value === true || value === false)) return t(value ? 'parameter.on' : 'parameter.off')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return unit ? `${text} ${unit}` : text
}

/** What differs from what is wanted now; null: nothing is wanted any more. */
export function changesOf(
  parameters: readonly (ModelParameter & { desired?: unknown })[],
  typed: Typed,
): Record<string, ParameterValue | null> {
  const changes = parameters.flatMap(({ key, desired = null }): [string, ParameterValue | null][] => {
    const given = typed[key]
    const value = given === undefined || given === '' ? null : given
    return value === desired ? [] : [[key, value]]
  })
  return Object.fromEntries(changes)
}
