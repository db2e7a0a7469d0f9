import {
  type CannotClose,
  type ClosingStage,
  type Command,
  type IsolatedValve,
  type LeftOut,
  openingPercent,
} from '@sluice/contract'
import type { PlannedValve } from './isolation-plan.rules.ts'

/** What a report says about a valve that should be closed. */
interface Reported {
  isEnabled: boolean
  status: string | null
  offlineCause: string | null
  percent: number | null
  valveState: string | null
  mode: string | null
  isLocked: boolean
  faults: readonly string[]
}

/** 电机过流 and 开度未到位: it was told to move and did not get there. */
const STALLED: readonly string[] = ['V02', 'V05']
/** 电池耗尽: what charge is left is for one movement at best. A low one (P01) still closes. */
const BATTERY_CRITICAL = 'P02'
/** %; null where the valve did not say. */
export function openingOf({ percent, valveState }: Pick<Reported, 'percent' | 'valveState'>): number | null {
  return openingPercent(valveState, percent)
}

/** Shut, and heard of: the last word of a device that is silent since is no proof of now. */
export function isShut(reported: Pick<Reported, 'status' | 'percent' | 'valveState'>): boolean {
  return reported.status === 'ONLINE' && openingOf(reported) === 0
}

/** Why a valve cannot count as closing; null when it can. */
export function whyUnable(reported: Reported, understandsClose: boolean): CannotClose | null {
  const { isEnabled, status, offlineCause, mode, isLocked, faults } = reported
  if (!isEnabled || status === 'DISABLED') return 'DISABLED'
  if (status === null || status === 'INACTIVE') return 'NEVER_REPORTED'
  if (status === 'OFFLINE') return offlineCause === 'MASTER' ? 'MASTER_OFFLINE' : 'OFFLINE'
  if (isShut(reported)) return null
  if (!understandsClose) return 'UNSUPPORTED'
  if (mode === 'LOCAL') return 'LOCAL'
  if (isLocked) return 'LOCKED'
  if (faults.some((code) => STALLED.includes(code))) return 'STALLED'
  return faults.includes(BATTERY_CRITICAL) ? 'BATTERY' : null
}

interface Closing {
  wasClosed: boolean
  isPassedOver: boolean
  refused: string | null
  /** When the isolation began, epoch ms. */
  begunAt: number
  command: Pick<Command, 'status' | 'doneTime'> | null
}

interface Heard {
  status: string | null
  percent: number | null
  valveState: string | null
  observedAt: number | null
}

const ENDED_UNPROVEN: ReadonlySet<string> = new Set(['FAILED', 'EXPIRED', 'CANCELLED', 'SUPERSEDED'])

/** The proof is a report, whoever or whatever shut the valve; an answer is none. */
export function closingStage(valve: Closing, heard: Heard): ClosingStage {
  if (valve.isPassedOver) return 'PASSED_OVER'
  const { command, begunAt } = valve
  const opening = openingOf(heard)
  const doneAt = command?.status === 'EXECUTED' ? Date.parse(command.doneTime ?? '') : null
  const provenAt = command ? doneAt : valve.wasClosed ? begunAt : null
  if (provenAt !== null) {
    const isOpenSince = opening !== null && opening > 0 && (heard.observedAt ?? 0) > provenAt
    return isOpenSince ? 'MOVED' : command ? 'PROVEN' : 'CLOSED_BEFORE'
  }
  if (isShut(heard) && (heard.observedAt ?? 0) > begunAt) return 'PROVEN'
  if (!command) return valve.refused === null ? 'WAITING' : 'FAILED'
  if (command.status === 'TIMEOUT') return 'OVER'
  return ENDED_UNPROVEN.has(command.status) ? 'FAILED' : 'RUNNING'
}

/** The valve was shut at some time since the isolation began. */
export function wasProven(stage: ClosingStage): boolean {
  return stage === 'PROVEN' || stage === 'CLOSED_BEFORE' || stage === 'MOVED'
}

/** Shut now, as far as anybody can know. */
export function isProven(stage: ClosingStage): boolean {
  return stage === 'PROVEN' || stage === 'CLOSED_BEFORE'
}

/** Those that water leaves through are put back first, so that the burst stretch fills against open ways out. */
export function turnsOf(valves: readonly Pick<PlannedValve, 'deviceId' | 'side'>[]): Map<string, number> {
  const rank = { outlet: 0, inlet: 2 } as const
  const rankOf = ({ side }: Pick<PlannedValve, 'side'>) => (side === null ? 1 : rank[side])
  const ordered = valves.toReversed().toSorted((a, b) => rankOf(a) - rankOf(b))
  return new Map(ordered.map(({ deviceId }, turn) => [deviceId, turn]))
}

interface PuttingBack {
  stage: ClosingStage
  before: number | null
  heard: Heard
  /** Somebody's command is moving it. */
  isCommanded: boolean
  codes: readonly string[]
}

export type StepBack = { leftOut: LeftOut } | { code: string; params: Record<string, unknown> }

/** What putting a valve back means. Only a valve that still is as the isolation left it is moved. */
export function stepBack({ stage, before, heard, isCommanded, codes }: PuttingBack): StepBack {
  if (before === null) return { leftOut: 'UNKNOWN' }
  if (before === 0) return { leftOut: 'WAS_CLOSED' }
  if (stage === 'PASSED_OVER' && openingOf(heard) !== 0) return { leftOut: 'PASSED_OVER' }
  if (stage === 'MOVED' || isCommanded) return { leftOut: 'MOVED' }
  if (codes.includes('SET_OPENING')) return { code: 'SET_OPENING', params: { opening: Math.round(before) } }
  return before === 100 && codes.includes('OPEN') ? { code: 'OPEN', params: {} } : { leftOut: 'UNSUPPORTED' }
}

export type StepOf = Pick<IsolatedValve['restore'], 'leftOut' | 'refused'> & {
  command: Pick<Command, 'status'> | null
}

/** How far one valve is on its way back. */
export function stepState({ leftOut, refused, command }: StepOf): 'due' | 'running' | 'done' | 'halted' {
  if (leftOut !== null || command?.status === 'EXECUTED') return 'done'
  if (refused !== null) return 'halted'
  if (!command) return 'due'
  return command.status === 'TIMEOUT' || ENDED_UNPROVEN.has(command.status) ? 'halted' : 'running'
}
