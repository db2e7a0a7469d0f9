import { EXPLAIN_DAYS, type explainPush, type OutputOf } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import { coversDept, type Session } from '../../platform/http/session.ts'
import { scopedDeviceId } from '../../platform/resource/scoped.ts'
import { nameOfDept } from './duty.store.ts'
import { activeFaultOf, codeFacts } from './facts.store.ts'
import { factsOfFault, groundOf, type PlanDeps, situationOf } from './plan.service.ts'
import {
  type Decision,
  decide,
  ESCALATION,
  firstSteps,
  laterSteps,
  nextStepAt,
  type Person,
  type Situation,
  type Step,
} from './who.rules.ts'

type Explained = OutputOf<typeof explainPush>

const DAY_MS = 86_400_000
/** So many steps of the ladder are told. */
const LADDER = 6

export interface MaintenanceLook {
  /** The end of the window that holds this fault back, or would hold back one that begins then; null: none. */
  maintainedUntil(asked: { deviceId: string; faultId: string | undefined; at: Date }): Promise<Date | null>
}

/** Who would be told, by the decision of the sender. @throws AppError `not-found`, `validation` */
export async function explain(
  deps: PlanDeps & MaintenanceLook,
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
  const ground = await groundOf(db, { configured, zones, now: base, faults: open ? [open] : [], deviceIds: [deviceId] })
  const device = ground.devices.get(deviceId)
  if (!device) throw new AppError('not-found')
  const until = await deps.maintainedUntil({ deviceId, faultId: open?.id, at: new Date(base) })
  const fault = { ...(open ? factsOfFault(open, ground) : begins(input.code, code)), maintained: until !== null }
  const situation = situationOf(fault, device, ground, base)
  const decision = decide(situation)
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
    maintainedUntil: until?.toISOString() ?? null,
    ...peopleOf(decision, sees),
    ladder: ladderOf(situation, decision).map(({ at, step, steps }) => ({
      at: new Date(at).toISOString(),
      step,
      names: steps.filter(({ person }) => sees(person)).map(({ person }) => person.name),
      others: steps.filter(({ person }) => !sees(person)).length,
    })),
  }
}

/** A fault that begins now, for the first time. */
function begins(code: string, { level, push }: { level: number; push: boolean }): Situation['fault'] {
  return {
    code,
    level,
    begun: 1,
    toldBegun: null,
    active: true,
    handled: false,
    explained: false,
    codePushed: push,
    maintained: false,
  }
}

function peopleOf(
  { told, verdicts }: Decision,
  sees: (person: Person) => boolean,
): Pick<Explained, 'people' | 'outOfSight'> {
  const shown = verdicts.filter(({ person }) => sees(person))
  const hidden = verdicts.filter(({ person, told: when }) => !sees(person) && when !== 'NO')
  return {
    people: shown.map(({ person, told: when, at, channels, checks }) => ({
      noticeUserId: person.id,
      name: person.name,
      told: told ? when : 'NO',
      at: told && at !== null ? new Date(at).toISOString() : null,
      channels: [...channels],
      checks: [...checks],
    })),
    outOfSight: told ? hidden.length : 0,
  }
}

interface Rung {
  at: number
  step: Explained['ladder'][number]['step']
  steps: readonly Step[]
}

/** What would be told one after the other if nobody took it, by the same steps that the sender takes. */
function ladderOf(situation: Situation, decision: Decision): Rung[] {
  if (!decision.told) return []
  const first = firstSteps(decision)
  const rungs: Rung[] = [...Map.groupBy(first, ({ at }) => at)].map(([at, steps]) => ({ at, step: 'FIRST', steps }))
  let after = decision.at
  for (let n = 0; n < LADDER; n++) {
    const next = nextStepAt(decision, after)
    if (next === null) break
    const steps = laterSteps(decide({ ...situation, judgedAt: next }), next)
    const up = next === decision.escalateAt ? steps.filter(({ step }) => step === ESCALATION) : []
    const again = steps.filter(({ step, at }) => step !== ESCALATION && at === next)
    if (up.length > 0) rungs.push({ at: up[0]!.at, step: 'ESCALATION', steps: up })
    if (again.length > 0) rungs.push({ at: next, step: 'REPEAT', steps: again })
    after = next
  }
  return rungs.toSorted((a, b) => a.at - b.at)
}
