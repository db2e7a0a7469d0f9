import { HISTORY_IMPORT_DAYS, type PastRejection, REPAIR_LIFE, type RepairStatus } from '@sluice/contract'
import { limitOf, type Move, storedSla } from './sla.rules.ts'

const DAY_MS = 86_400_000

export interface PastRepair {
  level: number
  /** Epoch ms. */
  createTime: number
  assigneeId?: string | undefined
  cause?: string | undefined
  measure?: string | undefined
  steps: readonly { to: RepairStatus; at: number; userId: string }[]
}

/** How an order stands after its steps, as if they had been taken here. */
export interface Walked extends ReturnType<typeof storedSla> {
  status: RepairStatus
  arriveAt: number | null
  finishAt: number | null
}

const mayFollow = (from: RepairStatus, to: RepairStatus) =>
  REPAIR_LIFE.transitions.some((one) => one.to === to && (one.from as readonly string[]).includes(from))

/** Takes the steps one after the other; or why that cannot have been. */
export function walk({ level, createTime, steps, ...facts }: PastRepair, now: number): Walked | PastRejection {
  if (createTime < now - HISTORY_IMPORT_DAYS * DAY_MS || createTime > now) return 'BAD_TIME'
  const moves: Move[] = [{ at: createTime, to: 'CREATED' }]
  for (const { to, at } of steps) {
    const last = moves.at(-1)!
    if (at < last.at || at > now) return 'BAD_TIME'
    if (!mayFollow(last.to, to)) return 'WRONG_STEP'
    if (to === 'ASSIGNED' && facts.assigneeId === undefined) return 'WRONG_STEP'
    if (to === 'FINISHED' && (facts.cause === undefined || facts.measure === undefined)) return 'WRONG_STEP'
    moves.push({ at, to })
  }
  const lastOf = (status: RepairStatus) => moves.findLast(({ to }) => to === status)?.at ?? null
  return {
    ...storedSla(limitOf(level), moves),
    status: moves.at(-1)!.to,
    arriveAt: lastOf('ON_SITE'),
    finishAt: lastOf('FINISHED'),
  }
}
