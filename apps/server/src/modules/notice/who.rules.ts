import { type ChannelKind, type FaultCheck, MERGE_WINDOW_S, type TellCheck } from '@sluice/contract'
import { addDays, dayOf, instantOf, localTimeOf } from '@sluice/kit'

const MINUTE_MS = 60_000
/** A department whose last shift ended longer ago has given its rota up. */
const ROTA_MEMORY_MS = 7 * 86_400_000

export interface FaultFacts {
  code: string
  level: number
  /** How often it began within two hours. */
  begun: number
  /** The count of its beginnings when a message about an earlier one last left or was about to; null: none within two hours. */
  toldBegun: number | null
  active: boolean
  /** Somebody took, resolved or ignored it. */
  handled: boolean
  /** Another fault explains it. */
  explained: boolean
  /** Its code is told of at all. */
  codePushed: boolean
  /** A maintenance window keeps it from being told until then, epoch ms; null: none. */
  maintainedUntil: number | null
}

export interface DeviceFacts {
  /** Its department, then those above it, the nearest first. */
  depts: readonly string[]
  deviceTypeCode: string | null
  /** Its area with those above it. */
  areas: ReadonlySet<string>
}

export interface Rule {
  id: string
  name: string
  deptId: string
  place: number
  /** Empty: all. */
  levels: readonly string[]
  codes: readonly string[]
  delayMin: number
  repeatMin: number | null
  escalateAfterMin: number | null
  escalateTo: string | null
  mergeWindowS: number
}

export interface Person {
  id: string
  name: string
  deptId: string
  /** Of their department. */
  zone: string
  /** The account that is told in the application. */
  userId: string | null
  channels: readonly ChannelKind[]
  levels: readonly string[]
  deviceTypes: readonly string[]
  areaIds: readonly string[]
  quietFrom: string | null
  quietTo: string | null
  enabled: boolean
}

export interface Shift {
  deptId: string
  noticeUserId: string
  /** Epoch ms. */
  from: number
  to: number
  /** Of a holiday, and not of the usual rota. */
  holiday: boolean
}

/** Everything that a decision rests on. */
export interface Situation {
  fault: FaultFacts
  device: DeviceFacts
  rules: readonly Rule[]
  people: readonly Person[]
  shifts: readonly Shift[]
  configured: ReadonlySet<ChannelKind>
  /** When telling begins, epoch ms: its beginning, or when it was no longer explained. */
  base: number
  /** When people are looked at: who is on duty then, and whose quiet hours hold; without it, when they are first told. */
  judgedAt?: number
}

export interface Verdict {
  person: Person
  told: 'NOW' | 'LATER' | 'ESCALATION' | 'NO'
  /** Epoch ms; null where they are not told. */
  at: number | null
  channels: readonly ChannelKind[]
  checks: readonly { check: TellCheck; ok: boolean }[]
}

export interface Decision {
  rule: Rule | null
  rotaDeptId: string | null
  checks: readonly { check: FaultCheck; ok: boolean }[]
  /** Nothing of the fault itself keeps people from being told. */
  told: boolean
  /** With the first telling left out because it comes and goes, the ladder still holds. */
  climbs: boolean
  at: number
  /** It comes and goes: when it is told if it is active until then; null: nothing holds it. */
  heldUntil: number | null
  /** Maintenance alone keeps it from being told: when it goes on; null: it does not. */
  resumesAt: number | null
  /** Nobody suits then: when to look again, at the next start of a shift or when the rota is given up; null: somebody does. */
  lookAt: number | null
  escalateAt: number | null
  repeatMs: number | null
  mergeWindowMs: number
  verdicts: readonly Verdict[]
}

/** Whom a fault is told to, by what, when, and why not the others. The sender and the explanation both ask here. */
export function decide(situation: Situation): Decision {
  const { fault, device, people, base } = situation
  const rule = ruleOf(situation)
  const at = base + (rule?.delayMin ?? 0) * MINUTE_MS
  const escalateAt = rule?.escalateTo && rule.escalateAfterMin !== null ? at + rule.escalateAfterMin * MINUTE_MS : null
  const hold = holdOf(fault)
  const checks = checksOf(fault, hold)
  const stops = checks.filter(({ ok }) => !ok).map(({ check }) => check)
  const climbs = stops.every((check) => check === 'FLAPPING')
  const isOpen = stops.every((check) => check === 'FLAPPING' || check === 'MAINTENANCE')
  const judgedAt = Math.max(situation.judgedAt ?? at, at)
  const rotaDeptId = rotaOf(device, situation.shifts, judgedAt)
  const asked = { ...situation, rule, at: judgedAt, escalateAt, rotaDeptId }
  const verdicts = people.map((person) => judge(person, asked))
  const reachesSomebody = verdicts.some(({ told }) => told === 'NOW' || told === 'LATER')
  return {
    rule,
    rotaDeptId,
    checks,
    told: stops.length === 0,
    climbs,
    at,
    heldUntil: hold > 0 ? at + hold : null,
    resumesAt: isOpen ? fault.maintainedUntil : null,
    lookAt: reachesSomebody ? null : nextShiftAt(asked),
    escalateAt,
    repeatMs: rule?.repeatMin ? rule.repeatMin * MINUTE_MS : null,
    mergeWindowMs: (rule?.mergeWindowS ?? MERGE_WINDOW_S) * 1000,
    verdicts,
  }
}

function checksOf(fault: FaultFacts, hold: number): { check: FaultCheck; ok: boolean }[] {
  return [
    { check: 'CODE', ok: fault.codePushed },
    { check: 'MAINTENANCE', ok: fault.maintainedUntil === null },
    { check: 'CONSEQUENCE', ok: !fault.explained },
    { check: 'TAKEN', ok: !fault.handled },
    { check: 'CLEARED', ok: fault.active },
    { check: 'FLAPPING', ok: hold === 0 },
  ]
}

const LONGEST_HOLD_MS = 30 * MINUTE_MS

/**
 * How long a beginning of a fault that comes and goes waits, and it must stay active for as long: not at all when nobody was
 * told of an earlier one or it has begun twice as often since; else the longer, the more often it began.
 */
export function holdOf({ begun, toldBegun }: Pick<FaultFacts, 'begun' | 'toldBegun'>): number {
  if (toldBegun === null || begun >= 2 * toldBegun) return 0
  return Math.min(LONGEST_HOLD_MS, 2 ** Math.floor(Math.log2(begun)) * MINUTE_MS)
}

const holds = (chosen: readonly string[], value: string) => chosen.length === 0 || chosen.includes(value)

/** The first from the top; of two in one place that of the nearer department. */
function ruleOf({ fault, device, rules }: Situation): Rule | null {
  const near = (rule: Rule) => device.depts.indexOf(rule.deptId)
  const suited = rules.filter(
    (rule) => near(rule) >= 0 && holds(rule.levels, String(fault.level)) && holds(rule.codes, fault.code),
  )
  const [first] = suited.toSorted(
    (a, b) => a.place - b.place || near(a) - near(b) || Number(BigInt(a.id) - BigInt(b.id)),
  )
  return first ?? null
}

/** The nearest department that has a rota: a shift of it has begun, and not all ended long ago. */
function rotaOf({ depts }: DeviceFacts, shifts: readonly Shift[], at: number): string | null {
  const running = shifts.filter(({ from, to }) => from <= at && to > at - ROTA_MEMORY_MS)
  return depts.find((dept) => running.some(({ deptId }) => deptId === dept)) ?? null
}

/** When somebody else may be on duty: the next start of a shift of its departments, or the rota is given up. */
function nextShiftAt({ device, shifts, rotaDeptId, at }: Asked): number | null {
  const own = shifts.filter(({ deptId }) => device.depts.includes(deptId))
  const ofRota = own.filter(({ deptId, from }) => deptId === rotaDeptId && from <= at)
  const givenUp = ofRota.length > 0 ? [Math.max(...ofRota.map(({ to }) => to)) + ROTA_MEMORY_MS] : []
  const times = [...own.map(({ from }) => from), ...givenUp].filter((time) => time > at)
  return times.length === 0 ? null : Math.min(...times)
}

interface Asked extends Situation {
  rule: Rule | null
  at: number
  escalateAt: number | null
  rotaDeptId: string | null
}

function judge(person: Person, asked: Asked): Verdict {
  const { fault, device, rule, at, escalateAt, rotaDeptId } = asked
  const onDuty = rotaDeptId !== null && isOnDuty(person, asked)
  const channels = channelsOf(person, asked.configured)
  const quietEnd = fault.level >= 4 ? null : quietUntil(person, at)
  const checks: Verdict['checks'] = [
    { check: 'LEVEL', ok: holds(person.levels, String(fault.level)) },
    { check: 'TYPE', ok: holds(person.deviceTypes, device.deviceTypeCode ?? '') },
    { check: 'AREA', ok: person.areaIds.length === 0 || person.areaIds.some((area) => device.areas.has(area)) },
    { check: 'DEPARTMENT', ok: onDuty || device.depts.includes(person.deptId) },
    // Who took a shift is called in it, also at night.
    { check: 'QUIET', ok: onDuty || quietEnd === null },
    ...(rotaDeptId === null ? [] : [{ check: 'DUTY' as const, ok: onDuty }]),
    { check: 'CHANNEL', ok: channels.length > 0 },
    { check: 'DISABLED', ok: person.enabled },
  ]
  const against = checks.filter(({ ok }) => !ok).map(({ check }) => check)
  const verdict = { person, channels, checks }
  if (against.length === 0) return { ...verdict, told: 'NOW', at }
  if (against.every((check) => check === 'QUIET')) return { ...verdict, told: 'LATER', at: quietEnd }
  const isNext = escalateAt !== null && rule?.escalateTo === person.id && person.enabled && channels.length > 0
  if (!isNext) return { ...verdict, told: 'NO', at: null }
  const wakes = fault.level >= 4 ? null : quietUntil(person, escalateAt)
  return { ...verdict, told: 'ESCALATION', at: wakes ?? escalateAt }
}

/** Who has the shift of a holiday is asked first; the usual rota holds where nobody has. */
function isOnDuty({ id }: Person, { shifts, rotaDeptId, at }: Asked): boolean {
  const running = shifts.filter((shift) => shift.deptId === rotaDeptId && shift.from <= at && at < shift.to)
  const ofHoliday = running.filter(({ holiday }) => holiday)
  return (ofHoliday.length > 0 ? ofHoliday : running).some(({ noticeUserId }) => noticeUserId === id)
}

/** Those of a person that are switched on; in the application only who has an account can be told. */
function channelsOf({ channels, userId }: Person, configured: ReadonlySet<ChannelKind>): ChannelKind[] {
  return channels.filter((kind) => configured.has(kind) && (kind !== 'INAPP' || userId !== null))
}

/** When the quiet hours end that `at` is in; null outside of them. */
export function quietUntil({ quietFrom, quietTo, zone }: Person, at: number): number | null {
  if (!quietFrom || !quietTo || quietFrom === quietTo) return null
  const time = localTimeOf(at, zone).slice(11, 16)
  const today = dayOf(at, zone)
  const overnight = quietFrom > quietTo
  const isQuiet = overnight ? time >= quietFrom || time < quietTo : time >= quietFrom && time < quietTo
  if (!isQuiet) return null
  return instantOf(`${overnight && time >= quietFrom ? addDays(today, 1) : today} ${quietTo}`, zone)
}

/** 0: when it began; n: the n-th repetition; -1: because nobody took it. */
export const FIRST = 0
export const ESCALATION = -1

export interface Step {
  step: number
  person: Person
  channels: readonly ChannelKind[]
  /** When the person is to know, epoch ms. */
  at: number
}

/** What is to be told when it begins, or at `now` when its hold is over. */
export function firstSteps({ told, climbs, heldUntil, verdicts }: Decision, now = -Infinity): Step[] {
  if (!told && !(climbs && heldUntil !== null && now >= heldUntil)) return []
  return verdicts
    .filter(({ told: when }) => when === 'NOW' || when === 'LATER')
    .map(({ person, channels, at }) => ({ step: FIRST, person, channels, at: at! }))
}

/** What is to be told by now because nobody took it: who is next, and of missed repetitions only the last one. */
export function laterSteps(decision: Decision, now: number): Step[] {
  const { climbs, at, escalateAt, repeatMs, verdicts } = decision
  if (!climbs) return []
  const isUp = escalateAt !== null && now >= escalateAt
  const next = isUp ? verdicts.filter(({ told }) => told === 'ESCALATION') : []
  const steps = next.map(({ person, channels, at: when }) => ({ step: ESCALATION, person, channels, at: when! }))
  const n = repeatMs === null ? 0 : Math.floor((now - at) / repeatMs)
  if (n < 1) return steps
  const repeatAt = at + n * repeatMs!
  const again = verdicts.filter(
    ({ told, at: when }) => told === 'NOW' || (told === 'ESCALATION' && isUp && when! < repeatAt),
  )
  return [...steps, ...again.map(({ person, channels }) => ({ step: n, person, channels, at: repeatAt }))]
}

/** When it is to be looked at next if nobody takes it: somebody may have to be told then; null: never again. */
export function nextStepAt(
  { climbs, at, heldUntil, resumesAt, lookAt, escalateAt, repeatMs }: Decision,
  after: number,
): number | null {
  if (!climbs) return resumesAt
  const repeat = repeatMs === null ? null : at + (Math.max(0, Math.floor((after - at) / repeatMs)) + 1) * repeatMs
  const once = [heldUntil, lookAt, escalateAt].filter((time) => time !== null && time > after)
  const times = [...once, repeat].filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}
