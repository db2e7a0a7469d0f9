import type { Command, ResultCode } from '@sluice/contract'
import type { TextKey } from '../../../texts/zh-CN.ts'

/**
 * The five steps of docs/spec/look.md#6.4; what a metric proves has no movement, and what no report tells of ends with its
 * answer.
 */
type StepKey = 'queued' | 'sent' | 'acknowledged' | 'moving' | 'confirmed'
/** `overdue`: its time is over and the outcome is unknown. `failed`: it is known not to happen. */
export type StepLook = 'done' | 'current' | 'moving' | 'coming' | 'overdue' | 'failed'

export interface Step {
  key: StepKey
  look: StepLook
  word: TextKey
  /** The time of its proof; null until then, and a later step's proof does not fill it. */
  time: string | null
}

const KEYS: readonly StepKey[] = ['queued', 'sent', 'acknowledged', 'moving', 'confirmed']

function keysOf({ target }: Command): readonly StepKey[] {
  if (target === null) return KEYS.slice(0, 3)
  return target.metric ? KEYS.filter((key) => key !== 'moving') : KEYS
}

type End = { at: StepKey; look: 'overdue' | 'failed'; word: TextKey }

const ENDS: Record<ResultCode, End> = {
  NO_ACK: { at: 'acknowledged', look: 'overdue', word: 'step.noAck' },
  NO_MOTION: { at: 'moving', look: 'overdue', word: 'step.noMotion' },
  NO_PROOF: { at: 'confirmed', look: 'overdue', word: 'step.noProof' },
  NOT_REACHED: { at: 'confirmed', look: 'overdue', word: 'step.notReached' },
  NO_CHANNEL: { at: 'sent', look: 'failed', word: 'step.notSent' },
  NAK: { at: 'acknowledged', look: 'failed', word: 'step.refused' },
  STATE_UNKNOWN: { at: 'sent', look: 'failed', word: 'step.notSent' },
  UNSUPPORTED: { at: 'sent', look: 'failed', word: 'step.notSent' },
  OVERTAKEN: { at: 'confirmed', look: 'failed', word: 'step.overtaken' },
  V05: { at: 'confirmed', look: 'failed', word: 'step.notReached' },
}

function endOf(command: Command, open: StepKey): End | null {
  switch (command.status) {
    case 'TIMEOUT':
    case 'FAILED': {
      const known = command.resultCode && ENDS[command.resultCode]
      const look = command.status === 'TIMEOUT' ? 'overdue' : 'failed'
      return known ? { ...known, look } : { at: open, look, word: look === 'overdue' ? 'step.unknown' : 'step.failed' }
    }
    case 'EXPIRED':
      return { at: 'sent', look: 'failed', word: 'step.expired' }
    case 'CANCELLED':
      return { at: 'sent', look: 'failed', word: 'step.cancelled' }
    case 'SUPERSEDED':
      return { at: 'sent', look: 'failed', word: 'step.superseded' }
    default:
      return null
  }
}

/**
 * Each step with its proof. A step is done with its own time; the current one is the first without, unless the valve
 * moves.
 */
export function stepsOf(command: Command): Step[] {
  const keys = keysOf(command)
  const proven: Record<StepKey, string | null> = {
    queued: command.createTime,
    sent: command.sentTime,
    acknowledged: command.ackTime,
    moving: command.motionTime,
    confirmed: command.status === 'EXECUTED' ? command.doneTime : null,
  }
  const lastProven = keys.findLastIndex((key) => proven[key] !== null)
  const open = keys[Math.min(lastProven + 1, keys.length - 1)]!
  const end = endOf(command, open)
  const waits = command.status === 'QUEUED' && command.sentTime === null
  const lookOf = (key: StepKey): StepLook => {
    if (end?.at === key) return end.look
    if (waits && key === 'queued') return 'current'
    if (command.status === 'EXECUTING' && key === 'moving') return 'moving'
    if (proven[key] !== null) return 'done'
    const runs = !end && !waits && command.status !== 'EXECUTED' && command.status !== 'EXECUTING'
    return runs && key === open ? 'current' : 'coming'
  }
  return keys.map((key) => ({
    key,
    look: lookOf(key),
    word: end?.at === key ? end.word : key === 'confirmed' && command.late ? 'step.late' : `step.${key}`,
    time: end?.at === key ? null : proven[key],
  }))
}

/** Seconds left of a movement at the speed of the stroke; null when it cannot be computed. */
export function remainingS(command: Command, opening: number | null): number | null {
  const target = command.target?.opening ?? null
  if (target === null || opening === null) return null
  return Math.round((Math.abs(target - opening) / 100) * command.strokeS)
}
