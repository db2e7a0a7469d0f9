import { type ClosingStage, ENDED_STATUSES, type IsolatedValve, type IsolationRun } from '@sluice/contract'

/** Reported shut, by this isolation or before it. */
export const SHUT: ReadonlySet<string> = new Set<ClosingStage>(['PROVEN', 'CLOSED_BEFORE'])
const ASKS_PERSON: ReadonlySet<ClosingStage> = new Set(['OVER', 'FAILED', 'WAITING', 'MOVED'])

/** The valves that the isolation counts. */
export function counted({ valves }: Pick<IsolationRun, 'valves'>): IsolatedValve[] {
  return valves.filter(({ stage }) => stage !== 'PASSED_OVER')
}

export const isShut = ({ stage }: Pick<IsolatedValve, 'stage'>): boolean => SHUT.has(stage)

/** Nothing happens to it any more unless somebody acts. */
export const asksPerson = ({ stage }: Pick<IsolatedValve, 'stage'>): boolean => ASKS_PERSON.has(stage)

/** As the isolation stands as a whole. */
export function wholeOf(run: IsolationRun): 'running' | 'open' | 'done' | 'restoring' | 'halted' | 'restored' {
  if (run.restore?.doneTime) return 'restored'
  if (run.restore) return run.valves.some(isHalted) ? 'halted' : 'restoring'
  if (run.provenCount === run.valveCount) return 'done'
  return run.valves.some(({ stage }) => stage === 'RUNNING') ? 'running' : 'open'
}

const wasShut = ({ stage, restore }: IsolatedValve): boolean =>
  SHUT.has(stage) || stage === 'MOVED' || restore.command?.status === 'EXECUTED'

/** Whether the undo list may be used: every valve was proven shut once, also those out of sight. */
export function mayRestore(run: IsolationRun): boolean {
  const valves = counted(run)
  const isHeld = run.restore !== null && !run.valves.some(isHalted)
  return valves.length === run.valveCount && valves.every(wasShut) && !isHeld
}

/** The valves in the order in which they go back. */
export function undoList({ valves }: Pick<IsolationRun, 'valves'>): IsolatedValve[] {
  return valves.toSorted((a, b) => a.restore.turn - b.restore.turn)
}

/** Why a valve would not go back; null when it would. The server decides again at its turn. */
export function leftOut({ stage, before, restore }: IsolatedValve): IsolatedValve['restore']['leftOut'] {
  if (restore.leftOut !== null || restore.command) return restore.leftOut
  if (before === null) return 'UNKNOWN'
  if (before === 0) return 'WAS_CLOSED'
  if (stage === 'PASSED_OVER') return 'PASSED_OVER'
  return stage === 'MOVED' ? 'MOVED' : null
}

export function isBack({ restore: { command, leftOut: out } }: IsolatedValve): boolean {
  return out !== null || command?.status === 'EXECUTED'
}

/** Its step was refused or not proven: the valves after it wait for somebody. */
export function isHalted({ restore: { command, refused, leftOut: out } }: IsolatedValve): boolean {
  if (out !== null) return false
  return refused !== null || (command !== null && command.status !== 'EXECUTED' && ENDED_STATUSES.has(command.status))
}

/** Seconds until the slowest valve that moves is shut, at the speed of its stroke; null when nothing can be said. */
export function remainingS(
  valves: readonly IsolatedValve[],
  openingOf: (deviceId: string) => number | null,
): number | null {
  const left = valves.flatMap(({ stage, command, deviceId }) => {
    const opening = openingOf(deviceId)
    return stage === 'RUNNING' && command && opening !== null ? [(opening / 100) * command.strokeS] : []
  })
  const slowest = Math.round(Math.max(0, ...left))
  return slowest > 0 ? slowest : null
}
