import type { ChannelKind } from '@sluice/contract'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Connection, Database, Sql } from '../../platform/db/db.ts'
import type { ChannelSender } from './channel/channel.ts'
import {
  type Addressee,
  allPeople,
  allRules,
  devicesOf,
  faultsById,
  type KnownDevice,
  type KnownFault,
  shiftsAround,
  toldBeginnings,
  unplanned,
} from './facts.store.ts'
import { type Due, mergeDue } from './merge.rules.ts'
import {
  duePlans,
  type Entry,
  hurryMessages,
  insertEntries,
  insertMessages,
  leftMessages,
  lockPlanning,
  newEntries,
  openMessages,
  type Plan,
  savePlans,
  takeLooks,
} from './plan.store.ts'
import {
  type Decision,
  type DeviceFacts,
  decide,
  firstSteps,
  laterSteps,
  nextStepAt,
  type Person,
  type Rule,
  type Shift,
  type Situation,
  type Step,
} from './who.rules.ts'

export interface PlanDeps {
  db: Database
  clock: Clock
  channels: ChannelSender
  /**
   * Until when maintenance lets nothing be told at that time of each of these faults, or of one that would begin on a device,
   * epoch ms; null: it does not. The sender and the explanation both ask here.
   */
  maintainedUntil(
    tx: Sql,
    asked: readonly { deviceId: string; faultId: string | null }[],
    at: Date,
  ): Promise<(number | null)[]>
  /** The time zones of all departments that have one. */
  deptZones(): Promise<ReadonlyMap<string, string>>
}

/** Faults of one round. */
const BATCH = 500

/** What decisions of one time rest on, apart from the fault. */
export interface Ground {
  people: (Addressee & Person)[]
  rules: Rule[]
  shifts: Shift[]
  configured: ReadonlySet<ChannelKind>
  devices: ReadonlyMap<string, KnownDevice>
  /** By fault: how many of its beginnings were counted when it was last told. */
  told: ReadonlyMap<string, number>
  /** Faults of which nothing is told until then, epoch ms. */
  held: ReadonlyMap<string, number>
}

/** Decides about everything that began, and about what nobody took; the messages wait from then on. */
export async function plan(deps: PlanDeps, signal?: AbortSignal): Promise<void> {
  const configured = await deps.channels.configured()
  const zones = await deps.deptZones()
  for (;;) {
    const now = deps.clock.now().getTime()
    const done = await deps.db.transaction((tx) =>
      planRound(tx, { configured, zones, now, maintainedUntil: deps.maintainedUntil }),
    )
    if (done < BATCH || signal?.aborted) return
  }
}

interface Round extends Pick<PlanDeps, 'maintainedUntil'> {
  configured: ReadonlySet<ChannelKind>
  zones: ReadonlyMap<string, string>
  now: number
}

async function planRound(tx: Connection, round: Round): Promise<number> {
  await lockPlanning(tx)
  const looks = await takeLooks(tx, BATCH)
  const begun = await unplanned(tx, looks.faultIds)
  const due = await duePlans(tx, { now: round.now, most: BATCH, looks: looks.faultIds })
  const done = Math.max(looks.taken, due.length)
  if (begun.length + due.length === 0) return done
  const known = await faultsById(
    tx,
    due.map(({ faultId }) => faultId),
  )
  const faults = [...begun, ...known.values()]
  const ground = await groundOf(tx, { ...round, faults, deviceIds: faults.map(({ deviceId }) => deviceId) })
  const planned = [
    ...begun.map((fault) => first(fault, ground, round.now)),
    ...due.map((one) => further(one, known.get(one.faultId), ground, round.now)),
  ]
  await savePlans(
    tx,
    planned.map(({ plan: one }) => one),
  )
  await tell(
    tx,
    planned.flatMap(({ dues }) => dues),
    round.now,
  )
  return done
}

export async function groundOf(
  tx: Connection | Database,
  {
    configured,
    zones,
    now,
    faults,
    deviceIds,
    maintainedUntil,
  }: Round & { faults: readonly KnownFault[]; deviceIds: readonly string[] },
): Promise<Ground> {
  const people = await allPeople(tx)
  return {
    people: people.map((one) => ({ ...one, zone: zones.get(one.deptId) ?? DEFAULT_ZONE })),
    rules: await allRules(tx),
    // Delays and quiet hours are shorter than a week.
    shifts: await shiftsAround(tx, now - 86_400_000, now + 8 * 86_400_000),
    configured,
    devices: await devicesOf(tx, [...new Set(deviceIds)]),
    told: await toldBeginnings(tx, faults),
    held: await heldFaults(tx, maintainedUntil, faults, now),
  }
}

/** Those of these faults of which nothing is told at that time, and until when. */
export async function heldFaults(
  tx: Sql,
  maintainedUntil: PlanDeps['maintainedUntil'],
  faults: readonly Pick<KnownFault, 'id' | 'deviceId'>[],
  now: number,
): Promise<Map<string, number>> {
  const asked = faults.map(({ id, deviceId }) => ({ faultId: id, deviceId }))
  const ends = await maintainedUntil(tx, asked, new Date(now))
  return new Map(
    asked.flatMap(({ faultId }, n) => {
      const end = ends[n] ?? null
      return end === null ? [] : [[faultId, end] as const]
    }),
  )
}

export function situationOf(fault: Situation['fault'], device: KnownDevice, ground: Ground, base: number): Situation {
  const facts: DeviceFacts = {
    depts: [device.deptId, ...device.above.toReversed()],
    deviceTypeCode: device.deviceTypeCode,
    areas: new Set(device.areas),
  }
  const { people, rules, shifts, configured } = ground
  return { fault, device: facts, people, rules, shifts, configured, base }
}

export const factsOfFault = (fault: KnownFault, { told, held }: Pick<Ground, 'told' | 'held'>): Situation['fault'] => ({
  ...fault,
  toldBegun: told.get(fault.id) ?? null,
  maintainedUntil: held.get(fault.id) ?? null,
  codePushed: fault.codePushed && fault.codeEnabled,
})

interface Planned {
  plan: Plan
  dues: (Due & Entry)[]
}

/** A beginning: found late, it is told of from now on. */
function first(fault: KnownFault, ground: Ground, now: number): Planned {
  const device = ground.devices.get(fault.deviceId)
  const { id: faultId, begunText } = fault
  if (!device) return { plan: { faultId, begunText, base: now, outcome: 'GONE', next: null, held: false }, dues: [] }
  const base = Math.max(fault.begunAt, now)
  const decision = decide(situationOf(factsOfFault(fault, ground), device, ground, base))
  const found = firstSteps(decision)
  const outcome = found.length > 0 ? 'TOLD' : untoldBy(decision)
  const next = nextStepAt(decision, base)
  return {
    plan: { faultId, begunText, base, outcome, next, held: decision.resumesAt !== null },
    dues: duesOf(found, decision, fault),
  }
}

/** Outcomes of which nobody was told. */
const UNTOLD = ['FLAPPING', 'NOBODY', 'MAINTENANCE']

/** Why nobody is told; a fault that suits nobody is looked at again. */
const untoldBy = ({ checks }: Decision) => checks.find(({ ok }) => !ok)?.check ?? 'NOBODY'

/** Nobody took it until its next step was due, its maintenance has ended, or it is over. */
function further(before: Plan, fault: KnownFault | undefined, ground: Ground, now: number): Planned {
  const device = fault && ground.devices.get(fault.deviceId)
  // A later beginning has a plan of its own.
  if (!fault || !device || fault.begunText !== before.begunText)
    return { plan: { ...before, next: null, held: false }, dues: [] }
  // What nobody was told of before its maintenance ended is told as if it began now.
  const base = before.outcome === 'MAINTENANCE' ? now : before.base
  const decision = decide({ ...situationOf(factsOfFault(fault, ground), device, ground, base), judgedAt: now })
  const isUntold = UNTOLD.some((one) => one === before.outcome)
  const found = isUntold ? firstSteps(decision, now) : []
  const isTold = !isUntold || found.length > 0
  const left = found.length > 0 ? 'TOLD' : before.outcome === 'MAINTENANCE' ? untoldBy(decision) : before.outcome
  const outcome = fault.explained ? 'CONSEQUENCE' : fault.handled ? 'TAKEN' : left
  const dues = duesOf([...found, ...laterSteps(decision, now)], decision, fault)
  const next = nextStepAt(isTold ? { ...decision, lookAt: null } : decision, now)
  return { plan: { ...before, base, outcome, next, held: decision.resumesAt !== null }, dues }
}

function duesOf(steps: readonly Step[], decision: Decision, fault: KnownFault): (Due & Entry)[] {
  return steps.flatMap(({ step, person, channels, at }) =>
    channels.map((channel) => ({
      faultId: fault.id,
      begunText: fault.begunText,
      step,
      noticeUserId: person.id,
      deptId: person.deptId,
      channel,
      level: fault.level,
      at,
      windowMs: decision.mergeWindowMs,
      ruleId: decision.rule?.id ?? null,
    })),
  )
}

/** Writes what was not written before into open messages, or new ones. */
async function tell(tx: Connection, given: readonly (Due & Entry)[], now: number): Promise<void> {
  if (given.length === 0) return
  const fresh = await newEntries(tx, given)
  const dues = given.filter((_due, at) => fresh.has(at)).map((due) => ({ ...due, at: Math.max(due.at, now) }))
  const people = [...new Set(dues.map(({ noticeUserId }) => noticeUserId))]
  const merged = mergeDue(dues, await openMessages(tx, people), await leftMessages(tx, people, now))
  const ids = await insertMessages(tx, merged.made)
  await hurryMessages(tx, merged.joined)
  await insertEntries(
    tx,
    dues.map((due, at) => {
      const place = merged.places[at]!
      return { ...due, messageId: 'id' in place ? place.id : ids[place.made]! }
    }),
  )
}
