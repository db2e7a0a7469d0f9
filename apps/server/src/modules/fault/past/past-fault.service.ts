import { importFaults, type InputOf, type PastOutcome, type PastRejection } from '@sluice/contract'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { coversDept, nameOf, type Session } from '../../../platform/http/session.ts'
import { isRowId } from '../../../platform/resource/scoped.ts'
import { appendLines, type NewLine } from '../handling/handling.store.ts'
import { type PastFault, replay } from './past-fault.rules.ts'
import { deptsOfDevices, insertPast, levelsOfCodes } from './past-fault.store.ts'

interface PastDeps {
  db: Database
  clock: Clock
  /** What a person may; null when they may not sign in. */
  rightsOf(userId: string): Promise<Session | null>
}

type Given = InputOf<typeof importFaults>['faults'][number]

/** What rows are judged by. */
interface Known {
  depts: ReadonlyMap<string, string>
  levels: ReadonlyMap<string, number>
  /** By their id. */
  people: ReadonlyMap<string, string>
  now: number
}

export function mountPastFaults(api: Api, deps: PastDeps): void {
  mountOperation(api, importFaults, ({ faults }, context) => takePast(deps, faults, context))
}

/** Stores what an earlier system knows of faults; nobody is told of them. */
async function takePast(deps: PastDeps, faults: readonly Given[], context: CallContext): Promise<PastOutcome> {
  const { session, ip, traceId } = context
  const people = await peopleIn(deps, session, faults)
  return deps.db.transaction(async (tx) => {
    const known: Known = {
      depts: await deptsOfDevices(tx, session.scope, faults.map(({ deviceId }) => deviceId).filter(isRowId)),
      levels: await levelsOfCodes(
        tx,
        faults.map(({ code }) => code),
      ),
      people,
      now: deps.clock.now().getTime(),
    }
    const outcome: PastOutcome = { ids: [], known: 0, rejected: {} }
    for (const fault of faults) {
      const done = await takeOne(tx, fault, known)
      if ('id' in done) outcome.ids.push(done.id)
      else if (done.because === null) outcome.known++
      else outcome.rejected[done.because] = (outcome.rejected[done.because] ?? 0) + 1
    }
    const { ids, ...after } = outcome
    const changedIn = [...known.depts.values()]
    await recordOperation(tx, session, { action: importFaults.audit, targetIds: ids, changedIn, after, ip, traceId })
    return outcome
  })
}

/** The names of the people that are in sight. */
async function peopleIn(
  { rightsOf }: PastDeps,
  { scope }: Session,
  faults: readonly Given[],
): Promise<Map<string, string>> {
  const ids = new Set(faults.flatMap(({ steps }) => steps.flatMap(({ userId, toId }) => [userId, toId ?? userId])))
  const names = new Map<string, string>()
  for (const id of [...ids].filter(isRowId)) {
    const person = await rightsOf(id)
    if (person && coversDept(scope, person.deptId)) names.set(id, nameOf(person))
  }
  return names
}

type Taken = { id: string } | { because: PastRejection | null }

async function takeOne(tx: Connection, given: Given, { depts, levels, people, now }: Known): Promise<Taken> {
  const { deviceId, code } = given
  const [deptId, level] = [depts.get(deviceId), levels.get(code)]
  if (deptId === undefined) return { because: 'UNKNOWN_DEVICE' }
  if (level === undefined) return { because: 'UNKNOWN_CODE' }
  if (given.steps.some(({ userId, toId }) => !people.has(userId) || (toId !== undefined && !people.has(toId))))
    return { because: 'UNKNOWN_PERSON' }
  const fault: PastFault = {
    firstTime: Date.parse(given.firstTime),
    clearTime: Date.parse(given.clearTime),
    steps: given.steps.map((step) => ({ ...step, at: Date.parse(step.at) })),
  }
  const after = replay(fault, now)
  if (typeof after === 'string') return { because: after }
  const takenName = after.takenId === null ? null : people.get(after.takenId)!
  const { firstTime, clearTime } = fault
  const id = await insertPast(tx, { deptId, deviceId, code, level, firstTime, clearTime, takenName, ...after })
  if (id === undefined) return { because: null }
  await appendLines(tx, linesOf(id, fault, people))
  return { id }
}

/** Its history as the handling of today would have written it. */
function linesOf(faultId: string, { firstTime, clearTime, steps }: PastFault, people: Known['people']): NewLine[] {
  const lines: NewLine[] = [
    { faultId, at: new Date(firstTime), action: 'RAISE' },
    ...steps.map(({ action, at, userId, toId, note }) => {
      const to = action === 'ASSIGN' && toId !== undefined ? people.get(toId) : undefined
      const said = [to, note].filter((one) => one !== undefined).join(' · ')
      return {
        faultId,
        at: new Date(at),
        action,
        userId,
        userName: people.get(userId)!,
        note: said === '' ? undefined : said,
      }
    }),
    { faultId, at: new Date(clearTime), action: 'CLEAR' },
  ]
  return lines.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
