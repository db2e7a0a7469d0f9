import { EXPLAIN_DAYS, type explainPush, type OutputOf } from '@sluice/contract'
import { AppError, dayOf, DEFAULT_ZONE, instantOf } from '@sluice/kit'
import type { z } from 'zod'
import { coversDept, type Session } from '../../platform/http/session.ts'
import { scopedDeviceId } from '../../platform/resource/scoped.ts'
import { nameOfDept } from './duty.store.ts'
import { activeFaultOf, codeFacts } from './facts.store.ts'
import { factsOfFault, groundOf, type PlanDeps, situationOf } from './plan.service.ts'
import { type ChannelCut, foundLater, ladderOf, limited } from './explain.rules.ts'
import { type Cut, cutOf } from './send.rules.ts'
import { limitsByChannel, usageOf } from './send.store.ts'
import { type Decision, decide, type Person, type Situation, type Verdict } from './who.rules.ts'

type Explained = OutputOf<typeof explainPush>

const DAY_MS = 86_400_000
/** After so many waits for the limit of an hour the last one is told. */
const WAITS = 10

/** Who would be told, by the decision of the sender. @throws AppError `not-found`, `validation` */
export async function explain(
  deps: PlanDeps,
  input: z.output<typeof explainPush.input>,
  session: Session,
): Promise<Explained> {
  const { db, clock, channels } = deps
  const now = clock.now().getTime()
  const base = input.time === undefined ? now : Date.parse(input.time)
  if (Math.abs(base - now) > EXPLAIN_DAYS * DAY_MS) throw new AppError('validation', { fields: { time: 'too-big' } })
  const deviceId = await scopedDeviceId(db, session, input.deviceId)
  const code = await codeFacts(db, input.code)
  if (!code) throw new AppError('validation', { fields: { code: 'not-found' } })
  const open = input.time === undefined ? await activeFaultOf(db, deviceId, input.code) : undefined
  const [configured, zones] = [await channels.configured(), await deps.deptZones()]
  const { maintainedUntil } = deps
  const faults = open ? [open] : []
  const ground = await groundOf(db, { configured, zones, now: base, faults, deviceIds: [deviceId], maintainedUntil })
  const device = ground.devices.get(deviceId)
  if (!device) throw new AppError('not-found')
  const [until = null] = open ? [] : await maintainedUntil(db, [{ deviceId, faultId: null }], new Date(base))
  const fault = open ? factsOfFault(open, ground) : begins(input.code, code, until)
  const situation = situationOf(fault, device, ground, base)
  const decision = decide(situation)
  const told = await afterLimits(deps, decision, { zones, base, level: fault.level })
  const again = foundLater(situation, decision)
  const sees = ({ deptId }: Pick<Person, 'deptId'>) => coversDept(session.scope, deptId)
  const rota = decision.rotaDeptId
  const rotaName = rota === null ? null : rota === device.deptId ? device.deptName : await nameOfDept(db, rota)
  return {
    time: new Date(base).toISOString(),
    level: fault.level,
    rule: decision.rule && {
      id: decision.rule.id,
      name: decision.rule.name,
      delayMin: decision.rule.delayMin,
      repeatMin: decision.rule.repeatMin,
      mergeWindowS: decision.rule.mergeWindowS,
    },
    rotaDeptName: rotaName,
    checks: [...decision.checks],
    maintainedUntil: fault.maintainedUntil === null ? null : new Date(fault.maintainedUntil).toISOString(),
    againAt: again && new Date(again.at).toISOString(),
    ...peopleOf(told, sees),
    ladder: ladderOf(situation, decision).map(({ at, step, steps }) => ({
      at: new Date(at).toISOString(),
      step,
      names: steps.filter(({ person }) => sees(person)).map(({ person }) => person.name),
      others: steps.filter(({ person }) => !sees(person)).length,
    })),
  }
}

/** A fault that begins now, for the first time. */
function begins(
  code: string,
  { level, push }: { level: number; push: boolean },
  maintainedUntil: number | null,
): Situation['fault'] {
  return {
    code,
    level,
    begun: 1,
    toldBegun: null,
    active: true,
    handled: false,
    explained: false,
    codePushed: push,
    maintainedUntil,
  }
}

interface Told extends Verdict {
  cuts: readonly ChannelCut[]
}

/** The verdicts as the limits leave them. */
async function afterLimits(
  { db }: PlanDeps,
  { told, verdicts, mergeWindowMs }: Decision,
  { zones, base, level }: { zones: ReadonlyMap<string, string>; base: number; level: number },
): Promise<Told[]> {
  const limits = await limitsByChannel(db)
  const wait = level < 4 ? mergeWindowMs : 0
  const found: Told[] = []
  for (const verdict of verdicts) {
    if (!told || verdict.at === null) {
      found.push({ ...verdict, told: 'NO', at: null, cuts: [] })
      continue
    }
    const cuts: ChannelCut[] = []
    const { id: noticeUserId, deptId } = verdict.person
    for (const channel of verdict.channels) {
      const limit = limits.get(channel)
      const asked = { noticeUserId, deptId, channel, zone: zones.get(deptId) ?? DEFAULT_ZONE }
      const cut = limit && (await cutWhenDue(db, asked, limit, { dueAt: verdict.at + wait, level }))
      if (cut) cuts.push({ channel, cut })
    }
    found.push({ ...verdict, ...limited(verdict, cuts, base), cuts })
  }
  return found
}

/** What the sender would do with a message that is due then: the limit of an hour makes it wait, and then the budgets count. */
async function cutWhenDue(
  db: PlanDeps['db'],
  asked: Parameters<typeof usageOf>[1] & { zone: string },
  limits: Parameters<typeof cutOf>[1],
  { dueAt, level }: { dueAt: number; level: number },
): Promise<Cut | null> {
  let found: Cut | null = null
  for (let n = 0; n < WAITS; n++) {
    const at: number = found?.until ?? dueAt
    const dayStart = instantOf(dayOf(at, asked.zone), asked.zone)
    const cut = cutOf(await usageOf(db, asked, { now: at, dayStart }), limits, level)
    if (cut === null) return found
    if (cut.until === null) return cut
    found = cut
  }
  return found
}

function peopleOf(
  verdicts: readonly Told[],
  sees: (person: Person) => boolean,
): Pick<Explained, 'people' | 'outOfSight'> {
  return {
    people: verdicts
      .filter(({ person }) => sees(person))
      .map(({ person, told, at, channels, checks, cuts }) => ({
        noticeUserId: person.id,
        name: person.name,
        told,
        at: at === null ? null : new Date(at).toISOString(),
        channels: [...channels],
        checks: [...checks],
        limits: cuts.map(({ channel, cut: { reason, until } }) => ({
          channel,
          reason,
          until: until === null ? null : new Date(until).toISOString(),
        })),
      })),
    outOfSight: verdicts.filter(({ person, told }) => !sees(person) && told !== 'NO').length,
  }
}
