import type { ChannelKind } from '@sluice/contract'
import type { Cut } from './send.rules.ts'
import {
  type Decision,
  decide,
  ESCALATION,
  firstSteps,
  laterSteps,
  nextStepAt,
  type Situation,
  type Step,
  type Verdict,
} from './who.rules.ts'

/** So many steps of the ladder, and looks for somebody, are told. */
const LADDER = 6

export interface ChannelCut {
  channel: ChannelKind
  cut: Cut
}

type Limited = Pick<Verdict, 'told' | 'at' | 'channels'>

/** A verdict after the limits: whom every channel fails is not told, and who is told after a delay not at once. */
export function limited({ told, at, channels }: Limited, cuts: readonly ChannelCut[], base: number): Limited {
  if (at === null) return { told, at, channels }
  const cutOfChannel = new Map(cuts.map(({ channel, cut }) => [channel, cut]))
  const left = channels.filter((channel) => cutOfChannel.get(channel)?.until !== null)
  if (left.length === 0) return { told: 'NO', at: null, channels: [] }
  const leaves = Math.min(...left.map((channel) => Math.max(at, cutOfChannel.get(channel)?.until ?? at)))
  return { told: told === 'NOW' && leaves > base ? 'LATER' : told, at: leaves, channels: left }
}

interface Found {
  at: number
  steps: readonly Step[]
}

/** Whom nobody suits now, or what is held: when somebody is told if it stays, and who; null: nobody within sight. */
export function foundLater(situation: Situation, decision: Decision): Found | null {
  if (!decision.climbs || firstSteps(decision).length > 0) return null
  let at = decision.heldUntil ?? decision.lookAt
  for (let n = 0; n < LADDER && at !== null; n++) {
    const then = decide({ ...situation, judgedAt: at })
    const steps = firstSteps(then, at)
    if (steps.length > 0) return { at, steps }
    at = then.lookAt
  }
  return null
}

export interface Rung {
  at: number
  step: 'FIRST' | 'REPEAT' | 'ESCALATION'
  steps: readonly Step[]
}

/** What would be told one after the other if nobody took it, by the same steps that the sender takes. */
export function ladderOf(situation: Situation, decision: Decision): Rung[] {
  if (!decision.climbs) return []
  const first = foundLater(situation, decision)?.steps ?? firstSteps(decision)
  const rungs: Rung[] = [...Map.groupBy(first, ({ at }) => at)].map(([at, steps]) => ({ at, step: 'FIRST', steps }))
  const climbing = { ...decision, heldUntil: null, lookAt: null }
  let after = decision.at
  for (let n = 0; n < LADDER; n++) {
    const next = nextStepAt(climbing, after)
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
