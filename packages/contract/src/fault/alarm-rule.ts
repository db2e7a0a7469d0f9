import { withoutCrumbs } from '@sluice/kit'
import { z } from 'zod'
import type { FieldReason } from '../machine/field-reasons.ts'
import {
  ALARM_HM,
  ALARM_HOLD_MAX_S,
  ALARM_KEY,
  ALARM_OPS,
  ALARM_REPEAT_MAX,
  isOfState,
  USUAL_HYSTERESIS,
} from './alarm-bounds.ts'

const hm = z.string().regex(new RegExp(`^${ALARM_HM}$`))
const amount = z.number().min(-1e9).max(1e9)

/** One limit of one metric (domain 5.1 AlarmConfig), without where it applies and what it raises. */
export const alarmRuleSchema = z.strictObject({
  key: z.string().regex(new RegExp(`^${ALARM_KEY}$`)),
  op: z.enum(ALARM_OPS),
  /** In the unit of the metric; null for a state. */
  value: amount.nullish(),
  /** The upper one of `OUTSIDE`. */
  value2: amount.nullish(),
  /** The state of `EQ` and `NE`, as text. */
  equals: z.string().trim().min(1).max(40).nullish(),
  /** How far inside the limit a value must be for the alarm to end; without it `USUAL_HYSTERESIS`. */
  hysteresis: amount.min(0).nullish(),
  /** For how long it must be beyond before it counts, and inside before it is over, s. */
  holdS: z.int().min(0).max(ALARM_HOLD_MAX_S).nullish(),
  /** So many reports in a row beyond it count, too. */
  repeatN: z.int().min(1).max(ALARM_REPEAT_MAX).nullish(),
  /** Only between these times of day, in the zone of the device; over midnight where `windowTo` is the earlier one. */
  windowFrom: hm.nullish(),
  windowTo: hm.nullish(),
  /** Only on these days, Monday the lowest bit. */
  weekMask: z.int().min(1).max(127).nullish(),
})
export type AlarmRule = z.output<typeof alarmRuleSchema>

/** Why a rule means nothing: field -> reason; nothing where it does. */
export function alarmRuleProblems(rule: AlarmRule): Record<string, FieldReason> {
  const problems: Record<string, FieldReason> = {}
  const { op, value, value2, equals, windowFrom, windowTo } = rule
  if (isOfState(op)) {
    if (typeof equals !== 'string' || equals === '') problems['equals'] = 'required'
  } else if (typeof value !== 'number') problems['value'] = 'required'
  else if (op === 'OUTSIDE') {
    if (typeof value2 !== 'number') problems['value2'] = 'required'
    else if (value2 <= value) problems['value2'] = 'too-small'
    else if (2 * hysteresisOf(rule) >= value2 - value) problems['hysteresis'] = 'too-big'
  }
  if (windowFrom && !windowTo) problems['windowTo'] = 'required'
  if (windowTo && !windowFrom) problems['windowFrom'] = 'required'
  if (windowFrom && windowFrom === windowTo) problems['windowTo'] = 'same-value'
  return problems
}

/** How far inside a value must be, in the unit of the metric. */
export function hysteresisOf({ op, value, value2, hysteresis }: AlarmRule): number {
  if (typeof hysteresis === 'number') return hysteresis
  if (typeof value !== 'number') return 0
  const span = op === 'OUTSIDE' && typeof value2 === 'number' ? value2 - value : Math.abs(value)
  return withoutCrumbs(span * USUAL_HYSTERESIS)
}

/** What raised a fault: the rule as it was, and the value that was beyond it. */
export interface FaultTrigger extends AlarmRule {
  limitId: string
  v: number | boolean | string
  /** Of its metric when it was found; a fault of before has none. */
  unit?: string
  decimals?: number
  /** Since when it was beyond (ISO 8601). */
  since: string
}
