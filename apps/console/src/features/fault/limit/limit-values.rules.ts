import {
  type AlarmRule,
  alarmRuleProblems,
  alarmRuleSchema,
  type alarmLimitResource,
  type GivenValues,
  type InputOf,
  isOfState,
  type LimitScope,
  type previewLimit,
} from '@sluice/contract'

export type LimitValues = GivenValues<typeof alarmLimitResource>

/** The field that names what a limit of each scope applies to. */
export const TARGET_FIELDS = {
  TYPE: 'deviceTypeCode',
  PRODUCT: 'productId',
  GROUP: 'groupId',
  DEVICE: 'deviceId',
} as const satisfies Record<LimitScope, keyof LimitValues>

/** Fields of a rule that its comparison has no use for. */
export function idleFields(
  op: AlarmRule['op'] | null | undefined,
): readonly ('value' | 'value2' | 'equals' | 'hysteresis')[] {
  if (op && isOfState(op)) return ['value', 'value2', 'hysteresis']
  return op === 'OUTSIDE' ? ['equals'] : ['value2', 'equals']
}

/** What the form holds as a rule, without what its comparison has no use for; null where it is none yet. */
export function typedRule(values: LimitValues): AlarmRule | null {
  const { key, op, value, value2, equals, hysteresis, holdS, repeatN, windowFrom, windowTo, weekMask } = values
  const all = { key, op, value, value2, equals, hysteresis, holdS, repeatN, windowFrom, windowTo, weekMask }
  const parsed = alarmRuleSchema.safeParse(withoutIdle(all))
  return parsed.success ? parsed.data : null
}

/** A limit whose idle fields are empty, so that what was typed for another comparison does not stay behind. */
export function withoutIdle<V extends LimitValues>(values: V): V {
  return { ...values, ...Object.fromEntries(idleFields(values.op).map((name) => [name, null])) }
}

/** What a preview asks of what the form holds; null while it is incomplete. */
export function previewOf(values: LimitValues): InputOf<typeof previewLimit> | null {
  const { scope } = values
  const rule = typedRule(values)
  const target = scope && values[TARGET_FIELDS[scope]]
  if (!scope || !target || !rule || Object.keys(alarmRuleProblems(rule)).length > 0) return null
  return { scope, [TARGET_FIELDS[scope]]: target, rule }
}

/** The first field of a complete rule that contradicts another one; null where none does. */
export function contradiction(values: LimitValues): string | null {
  const rule = typedRule(values)
  const problems = Object.entries(rule ? alarmRuleProblems(rule) : {})
  return problems.find(([name, reason]) => reason !== 'required' || name.startsWith('window'))?.[0] ?? null
}

/** An alarm that begins more often than this on a device that has it, by day, is soon ignored. */
const OFTEN = 3

export function isTooOften({
  alarms,
  ringing,
  days,
}: {
  alarms: number
  ringing: number
  days: readonly number[]
}): boolean {
  return ringing > 0 && alarms / ringing / days.length > OFTEN
}
