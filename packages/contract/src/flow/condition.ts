import { z } from 'zod'
import { rangeDays, type FormItem, type FormTag, type FormValue, rangeHours, type FormRange } from './form.ts'

/** The starter of an instance can always steer, whatever its form holds (WD-12). */
export const STARTER_FIELD = 'starter'

/** How each kind of field steers (domain 9.2); what is not here cannot. */
export const STEERING = {
  NUMBER: 'number',
  AMOUNT: 'number',
  DATE_RANGE: 'number',
  TIME_RANGE: 'number',
  INPUT: 'text',
  RADIO: 'text',
  SELECT: 'text',
  USER: 'person',
  DEPT: 'department',
} as const satisfies Partial<Record<FormTag, 'number' | 'text' | 'person' | 'department'>>
type Steering = (typeof STEERING)[keyof typeof STEERING]

export const CONDITION_OPERATORS = ['EQ', 'IN', 'LT', 'LTE', 'GT', 'GTE', 'BETWEEN', 'UNDER'] as const
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number]

/** What is asked of each. A person is one of those named or belongs to a department; a department is or lies under one. */
export const OPERATORS_OF: Readonly<Record<Steering, readonly ConditionOperator[]>> = {
  number: ['EQ', 'LT', 'LTE', 'GT', 'GTE', 'IN', 'BETWEEN'],
  text: ['EQ', 'IN'],
  person: ['IN', 'UNDER'],
  department: ['EQ', 'UNDER'],
}

const id = z.string().min(1).max(40)

/**
 * One question about a field. `values` holds what is compared with: one for most, several for IN and UNDER, the two ends for
 * BETWEEN, of which `open` are not counted themselves. An amount is in fen, a range counts days or hours.
 */
export const conditionSchema = z.strictObject({
  formId: id,
  operator: z.enum(CONDITION_OPERATORS),
  values: z.array(z.union([z.string().max(100), z.number()])).max(50),
  open: z
    .array(z.enum(['from', 'to']))
    .max(2)
    .optional(),
})
export type FlowCondition = z.output<typeof conditionSchema>

export const GROUP_LETTERS = 'ABCDEFGHIJ'

/** Conditions of which all or one must hold. */
export const conditionGroupSchema = z.strictObject({
  logic: z.enum(['AND', 'OR']),
  conditions: z.array(conditionSchema).max(20),
})
export type ConditionGroup = z.output<typeof conditionGroupSchema>

/** What a person or a department is compared by: itself, and every department it is in or lies under. */
export interface ConditionPlace {
  id: string
  deptIds: readonly string[]
}

/** What the values of a form say to a condition. */
export interface Steered {
  starter: ConditionPlace
  /** The people and departments that the form names, by their id. */
  places: ReadonlyMap<string, ConditionPlace>
}

/** How a field of this kind steers; the starter steers as a person; undefined for what cannot. */
export function steeringOf(formId: string, items: readonly FormItem[]): Steering | undefined {
  if (formId === STARTER_FIELD) return 'person'
  const item = items.find((one) => one.formId === formId)
  return item && item.tag in STEERING ? STEERING[item.tag as keyof typeof STEERING] : undefined
}

/** Whether a condition is all there: a known field, an operator of it, as many values as that takes, of the right kind. */
export function isConditionComplete({ formId, operator, values }: FlowCondition, items: readonly FormItem[]): boolean {
  const steering = steeringOf(formId, items)
  if (!steering || !OPERATORS_OF[steering].includes(operator)) return false
  const wanted = steering === 'number' ? 'number' : 'string'
  if (values.length === 0 || values.some((value) => typeof value !== wanted || value === '')) return false
  if (operator === 'BETWEEN') return values.length === 2 && Number(values[0]) <= Number(values[1])
  return operator === 'IN' || operator === 'UNDER' || values.length === 1
}

/** Whether a condition holds; one about a field without a value does not. */
export function conditionHolds(
  condition: FlowCondition,
  items: readonly FormItem[],
  values: Readonly<Record<string, FormValue>>,
  steered: Steered,
): boolean {
  const steering = steeringOf(condition.formId, items)
  if (steering === 'person' || steering === 'department') return holdsForPlace(condition, values, steered)
  const value = values[condition.formId] ?? null
  if (steering === 'text') return typeof value === 'string' && condition.values.includes(value)
  if (steering !== 'number') return false
  const tag = items.find(({ formId }) => formId === condition.formId)?.tag
  const number = numberOf(value, tag)
  return Number.isFinite(number) && compares(condition, number)
}

function holdsForPlace(
  { formId, operator, values }: FlowCondition,
  form: Readonly<Record<string, FormValue>>,
  of: Steered,
) {
  const value = form[formId]
  const place = formId === STARTER_FIELD ? of.starter : typeof value === 'string' ? of.places.get(value) : undefined
  if (!place) return false
  return operator === 'UNDER' ? place.deptIds.some((dept) => values.includes(dept)) : values.includes(place.id)
}

function numberOf(value: FormValue, tag: FormTag | undefined): number {
  if (tag === 'DATE_RANGE' || tag === 'TIME_RANGE') {
    if (!isRange(value)) return Number.NaN
    return tag === 'DATE_RANGE' ? rangeDays(value) : rangeHours(value)
  }
  return typeof value === 'number' ? value : Number.NaN
}

function isRange(value: FormValue): value is FormRange {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}

function compares({ operator, values, open = [] }: FlowCondition, number: number): boolean {
  const [first = Number.NaN, second = Number.NaN] = values.map(Number)
  switch (operator) {
    case 'LT':
      return number < first
    case 'LTE':
      return number <= first
    case 'GT':
      return number > first
    case 'GTE':
      return number >= first
    case 'BETWEEN':
      return (
        (open.includes('from') ? number > first : number >= first) &&
        (open.includes('to') ? number < second : number <= second)
      )
    default:
      return values.map(Number).includes(number)
  }
}
