import type { FaultOrigin } from '@sluice/contract'

/** A condition that a device was found in, or not in any more. */
export interface ToldCondition {
  deviceId: string
  deptId: string
  code: string
  holds: boolean
  /** Epoch ms. */
  at: number
  /** Its own level, of one that a limit found; and what raised it. */
  level?: number | null
  trigger?: FaultOrigin | null
}

/** A stretch of time in which a condition held, or did not: from its first observation to its last. */
export interface Stretch extends ToldCondition {
  from: number
  times: number
}

/** Stretches of one condition written at once; when it flickers faster, the oldest ones are joined. */
const STRETCHES = 8

/** Reported conditions, in order, as stretches by device and code. */
export function stretchesOf(told: readonly ToldCondition[]): Stretch[][] {
  const byKey = new Map<string, Stretch[]>()
  for (const one of told) {
    const key = `${one.deviceId} ${one.code}`
    const stretches = byKey.get(key) ?? []
    const seen = { ...one, from: one.at, times: 1 }
    const last = stretches.at(-1)
    if (last?.holds === seen.holds) stretches.splice(-1, 1, joined(last, seen))
    else stretches.push(seen)
    byKey.set(key, shortened(stretches))
  }
  return [...byKey.values()]
}

/** Reports of one device do not always arrive in order of their times: an alarm counts seconds, a report minutes. */
function joined(one: Stretch, next: Stretch): Stretch {
  const [from, at] = [Math.min(one.from, next.from), Math.max(one.at, next.at)]
  // What raised a fault is what raised it first.
  const begun = one.trigger ? { trigger: one.trigger, level: one.level ?? null } : {}
  return { ...next, ...begun, from, at, times: one.times + next.times }
}

/** Leaves out the oldest pause between two stretches that held, so that nothing that held is lost. */
function shortened(stretches: Stretch[]): Stretch[] {
  if (stretches.length <= STRETCHES) return stretches
  const pause = stretches.findIndex(({ holds }, n) => !holds && n > 0)
  const [one, , next] = stretches.slice(pause - 1, pause + 2) as [Stretch, Stretch, Stretch]
  return stretches.toSpliced(pause - 1, 3, joined(one, next))
}
