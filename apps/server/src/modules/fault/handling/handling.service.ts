import {
  type faultTakers,
  type FaultStep,
  type Handled,
  type HandleState,
  inLanguage,
  type InputOf,
  type OutputOf,
  stateAfter,
  type tickRemedy,
  type Words,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type AuditEntry, recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { coversDept, nameOf, type Scope, type Session } from '../../../platform/http/session.ts'
import { emitLater, type StoredEvent } from '../../../platform/outbox/outbox.store.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { type DownstreamOf, freeIgnored } from '../cause/cause.service.ts'
import { keyOf } from '../fault-key.rules.ts'
import { IGNORED_AT_MOST_MS, sortedBy } from './handling.rules.ts'
import {
  appendLines,
  type Change,
  deptsOf,
  type HandledFault,
  lockFaults,
  setState,
  setTick,
  withoutEnd,
} from './handling.store.ts'

export interface HandlingDeps {
  db: Database
  clock: Clock
  downstreamOf: DownstreamOf
  /** What a person may, signed in or not; null when they may not sign in. */
  rightsOf(userId: string): Promise<Session | null>
  /** People of a scope who may sign in, found by name; those of these departments come first. */
  peopleNamed(
    scope: Scope,
    search: { keyword: string | undefined; deptIds: readonly string[]; most: number },
  ): Promise<Taker[]>
}

type Taker = OutputOf<typeof faultTakers>[number]

const STILL_ACTIVE: Words = ['故障还未恢复，恢复后才能关闭', 'The fault is still active; close it once it has cleared']

const BLIND: Words = [
  '{name} 看不到这台设备，不能派给此人',
  '{name} cannot see this device: give it to somebody who can',
]

/** One step of one person with several faults. */
interface Step {
  name: FaultStep
  /** Of its line in the operation log. */
  audit: AuditEntry['action']
  change: Change
  note?: string | undefined
}

type Event = 'fault.handled' | 'fault.cleared'

/** What a step did, and what it could not. */
interface Written {
  done: HandledFault[]
  refused: HandledFault[]
  /** The states that it led to. */
  states: HandleState[]
}

/** Writes the state, the history and the events of faults that are locked; those that the step suits. */
export async function move(
  tx: Connection,
  faults: readonly HandledFault[],
  { name, change, note }: Omit<Step, 'audit'>,
  { at, session }: { at: Date; session: Session },
): Promise<Written> {
  const { moved, refused } = sortedBy(name, faults)
  const done = [...moved.values()].flat()
  const endless = name === 'RESOLVE' ? await withoutEnd(tx, [...new Set(done.map(({ code }) => code))]) : new Set()
  const ends = (one: HandledFault) => one.isActive && endless.has(one.code)
  for (const [state, some] of moved)
    for (const [isOver, same] of Map.groupBy(some, ends))
      await setState(
        tx,
        session.scope,
        same.map(({ id }) => id),
        state,
        { ...change, ...(isOver && { endsAt: at }) },
      )
  const by = { userId: session.userId, userName: nameOf(session) }
  await appendLines(
    tx,
    done.flatMap((one) => [
      { faultId: one.id, at, action: name, ...by, note },
      ...(ends(one) ? [{ faultId: one.id, at, action: 'CLEAR' as const }] : []),
    ]),
  )
  await emitLater(tx, [
    ...done.map((one) => eventOf(one, 'fault.handled', { action: name })),
    ...done.filter(ends).map((one) => eventOf(one, 'fault.cleared', { code: one.code })),
  ])
  return { done, refused, states: [...moved.keys()] }
}

/**
 * The same with the line of the operation log.
 * @throws AppError `conflict` when the step suits none of them
 */
export async function writeStep(
  tx: Connection,
  faults: readonly HandledFault[],
  step: Step,
  at: Date,
  { session, ip, traceId }: CallContext,
): Promise<Handled> {
  const { done, refused, states } = await move(tx, faults, step, { at, session })
  if (done.length === 0) throw new AppError('conflict', { handleState: refused[0]?.handleState })
  await recordOperation(tx, session, {
    action: step.audit,
    targetIds: done.map(({ id }) => id),
    deptId: done[0]!.deptId,
    before: { handleState: done[0]!.handleState },
    after: { handleState: states[0], ...(step.note && { note: step.note }) },
    ip,
    traceId,
  })
  return { done: done.map(({ id }) => id), refused: refused.map((one) => refusedOf(step.name, one)) }
}

/** What its handling would allow is refused for being active. */
const refusedOf = (step: FaultStep, { id, handleState }: HandledFault): Handled['refused'][number] => ({
  id,
  handleState,
  stillActive: stateAfter(step, handleState) !== undefined,
})

function eventOf({ id, deviceId, deptId, code }: HandledFault, name: Event, facts: object): StoredEvent {
  return { name, key: keyOf(deviceId, code), fact: { faultId: id, deviceId, deptId, ...facts } } as StoredEvent
}

const mayTake = (person: Session | null, deptIds: readonly string[]): person is Session =>
  person !== null && person.keys.has('fault:ack') && deptIds.every((deptId) => coversDept(person.scope, deptId))

/** So many are looked at to find those who may take a fault, and so many are told. */
const LOOKED_AT = 60
const TOLD = 20

/** Whom the caller may give a fault to. @throws AppError `not-found` */
export async function takersOf(
  { db, rightsOf, peopleNamed }: HandlingDeps,
  { id, also, keyword }: InputOf<typeof faultTakers>,
  { session }: CallContext,
): Promise<Taker[]> {
  const ids = [rowId(id), ...(also?.split(',').map(rowId) ?? [])]
  const deptIds = await deptsOf(db, session.scope, [...new Set(ids)])
  const people = await peopleNamed(session.scope, { keyword, deptIds, most: LOOKED_AT })
  const takers: Taker[] = []
  for (const person of people) {
    if (takers.length === TOLD) break
    if (mayTake(await rightsOf(person.id), deptIds)) takers.push(person)
  }
  return takers
}

/** All of them, locked. @throws AppError `not-found` when one is not in sight. */
export async function lockAll(
  tx: Connection,
  { session }: CallContext,
  ids: readonly string[],
): Promise<HandledFault[]> {
  const asked = [...new Set(ids.map(rowId))]
  const faults = await lockFaults(tx, session.scope, asked)
  if (faults.length < asked.length) throw new AppError('not-found')
  return faults
}

/** @throws AppError `not-found`, or `conflict` when the step can be taken with none of them. */
function stepOn(
  { db, clock }: HandlingDeps,
  ids: readonly string[],
  step: Step,
  context: CallContext,
): Promise<Handled> {
  return db.transaction(async (tx) => writeStep(tx, await lockAll(tx, context, ids), step, clock.now(), context))
}

/**
 * @throws AppError `not-found` also for a person who may take none, or whom the caller does not see; `not-yet` for one whom the
 * caller sees and who does not see one of the devices.
 */
export async function assign(
  deps: HandlingDeps,
  { ids, userId, note }: { ids: string[]; userId: string; note?: string | undefined },
  context: CallContext,
): Promise<Handled> {
  const { db, clock, rightsOf } = deps
  const person = await rightsOf(rowId(userId))
  if (!person?.keys.has('fault:ack')) throw new AppError('not-found')
  return db.transaction(async (tx) => {
    const faults = await lockAll(tx, context, ids)
    if (!faults.every(({ deptId }) => coversDept(person.scope, deptId))) {
      if (!coversDept(context.session.scope, person.deptId)) throw new AppError('not-found')
      throw new AppError('not-yet', { reason: inLanguage(BLIND, context.language).replace('{name}', nameOf(person)) })
    }
    const at = clock.now()
    const said = [nameOf(person), note].filter(Boolean).join(' · ')
    const change = { taker: { id: person.userId, name: nameOf(person), at } }
    return writeStep(tx, faults, { name: 'ASSIGN', audit: 'fault.assign', change, note: said }, at, context)
  })
}

export const start = (deps: HandlingDeps, { ids }: { ids: string[] }, context: CallContext): Promise<Handled> =>
  stepOn(deps, ids, { name: 'START', audit: 'fault.start', change: {} }, context)

export function resolve(
  deps: HandlingDeps,
  { ids, note }: { ids: string[]; note: string },
  context: CallContext,
): Promise<Handled> {
  const change = { resolvedAt: deps.clock.now(), note }
  return stepOn(deps, ids, { name: 'RESOLVE', audit: 'fault.resolve', change, note }, context)
}

/** @throws AppError `not-yet` when what could be closed is active still, `not-found`, `conflict`. */
export function close({ db, clock }: HandlingDeps, { ids }: { ids: string[] }, context: CallContext): Promise<Handled> {
  return db.transaction(async (tx) => {
    const faults = await lockAll(tx, context, ids)
    const [over, active] = [faults.filter(({ isActive }) => !isActive), faults.filter(({ isActive }) => isActive)]
    const { moved } = sortedBy('CLOSE', over)
    if (moved.size === 0 && active.some(({ handleState }) => stateAfter('CLOSE', handleState) !== undefined))
      throw new AppError('not-yet', { reason: inLanguage(STILL_ACTIVE, context.language) })
    const step = { name: 'CLOSE' as const, audit: 'fault.close' as const, change: {} }
    const handled = await writeStep(tx, moved.size > 0 ? over : faults, step, clock.now(), context)
    return { ...handled, refused: [...handled.refused, ...active.map((one) => refusedOf('CLOSE', one))] }
  })
}

/** @throws AppError `validation` for an end that is past or too far, `not-found`, `conflict`. */
export async function ignore(
  deps: HandlingDeps,
  { ids, reason, until }: { ids: string[]; reason: string; until: string },
  context: CallContext,
): Promise<Handled> {
  const now = deps.clock.now().getTime()
  const end = new Date(until)
  if (end.getTime() <= now || end.getTime() > now + IGNORED_AT_MOST_MS)
    throw new AppError('validation', { field: 'until' })
  const change = { ignoredUntil: end, note: reason }
  const step = { name: 'IGNORE' as const, audit: 'fault.ignore' as const, change, note: reason }
  return deps.db.transaction(async (tx) => {
    const handled = await writeStep(tx, await lockAll(tx, context, ids), step, new Date(now), context)
    await freeIgnored(tx, handled.done, deps.downstreamOf)
    return handled
  })
}

/** What was resolved is worked on by the same person again; what was ignored is nobody's. */
export function reopen(
  deps: HandlingDeps,
  { ids, note: why }: { ids: string[]; note?: string | undefined },
  context: CallContext,
): Promise<Handled> {
  const change = { resolvedAt: null, ignoredUntil: null }
  return stepOn(deps, ids, { name: 'REOPEN', audit: 'fault.reopen', change, note: why }, context)
}

/** A line of its own in the history. */
export async function note(
  { db, clock }: HandlingDeps,
  { id, note: text }: { id: string; note: string },
  context: CallContext,
): Promise<true> {
  const { session, ip, traceId } = context
  await db.transaction(async (tx) => {
    const [fault] = await lockAll(tx, context, [id])
    const by = { userId: session.userId, userName: nameOf(session) }
    await appendLines(tx, [{ faultId: fault!.id, at: clock.now(), action: 'NOTE', ...by, note: text }])
    await emitLater(tx, [eventOf(fault!, 'fault.handled', { action: 'NOTE' })])
    const line = {
      action: 'fault.note',
      targetIds: [fault!.id],
      deptId: fault!.deptId,
      after: { note: text },
      ip,
      traceId,
    }
    await recordOperation(tx, session, line)
  })
  return true
}

/** Ticks a step of the remedy, or takes the tick back. */
export async function tick(
  { db, clock }: HandlingDeps,
  { id, step, done }: InputOf<typeof tickRemedy>,
  context: CallContext,
): Promise<true> {
  const { session, ip, traceId } = context
  await db.transaction(async (tx) => {
    const [fault] = await lockAll(tx, context, [id])
    const by = { userId: session.userId, userName: nameOf(session), at: clock.now() }
    await setTick(tx, { faultId: fault!.id, step }, done ? by : null)
    const line = { action: 'fault.tick', targetIds: [fault!.id], deptId: fault!.deptId, ip, traceId }
    await recordOperation(tx, session, { ...line, before: { step, done: !done }, after: { step, done } })
  })
  return true
}
