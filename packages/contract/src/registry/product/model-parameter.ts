import { z } from 'zod'
import type { FieldReason } from '../../machine/field-reasons.ts'

export const PARAMETER_KINDS = ['number', 'integer', 'boolean', 'enum', 'text'] as const

/** Bytes of a text value at most. */
const TEXT_LENGTH = 200

/**
 * A setting that a device keeps and reports, by the key its firmware has for it: what values it takes, and how a form draws
 * it.
 */
export const modelParameterSchema = z.strictObject({
  key: z.string().regex(/^(?!deleted$)[A-Za-z][A-Za-z0-9_.-]{0,63}$/),
  name: z.tuple([z.string().trim().min(1).max(40), z.string().trim().min(1).max(60)]).readonly(),
  kind: z.enum(PARAMETER_KINDS),
  unit: z.string().max(12).exactOptional(),
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  /** Values of an enum, as the firmware writes them. */
  values: z.array(z.string().min(1).max(40)).min(1).max(30).readonly().exactOptional(),
})
export type ModelParameter = z.output<typeof modelParameterSchema>

export type ParameterValue = number | boolean | string

/** Why a value is none of a parameter; undefined for one that is. */
export function parameterRefusal(parameter: ModelParameter, value: unknown): FieldReason | undefined {
  const { kind, values = [] } = parameter
  if (kind === 'boolean') return typeof value === 'boolean' ? undefined : 'type'
  if (kind === 'enum') return values.some((one) => one === value) ? undefined : 'not-an-option'
  if (kind === 'text') {
    if (typeof value !== 'string') return 'type'
    return value.length > TEXT_LENGTH ? 'too-long' : value.trim() === '' ? 'required' : undefined
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'type'
  if (kind === 'integer' && !Number.isSafeInteger(value)) return 'type'
  if (value < (parameter.min ?? -Infinity)) return 'too-small'
  return value > (parameter.max ?? Infinity) ? 'too-big' : undefined
}

/** What is wrong with the parameters of a model: path of the field and reason. */
export function parameterProblems(parameters: readonly ModelParameter[]): [path: string, reason: FieldReason][] {
  const seen = new Set<string>()
  return parameters.flatMap(({ key, kind, min = -Infinity, max = Infinity, values }, n) => {
    const problems: [string, FieldReason][] = []
    if (seen.has(key)) problems.push([`parameters.${n}.key`, 'taken'])
    seen.add(key)
    if (min > max) problems.push([`parameters.${n}.max`, 'too-small'])
    if ((kind === 'enum') !== (values !== undefined)) {
      problems.push([`parameters.${n}.values`, kind === 'enum' ? 'required' : 'unknown-field'])
    }
    return problems
  })
}
