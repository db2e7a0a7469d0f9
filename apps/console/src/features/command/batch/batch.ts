import { type Command, cancelCommand, type CommandStatus } from '@sluice/contract'
import { create } from 'zustand'
import { call } from '../../../lib/api/api.ts'
import { NETWORK_FAILURE } from '../../../lib/api/api-outcome.ts'
import { knownCommand } from '../../../domain/command/commands.ts'
import { useSession } from '../../../lib/access/session.ts'
import { commandOf, type Delivered, sendQuietly } from '../send.ts'
import { toneOf } from '../../../domain/command/command-tone.ts'
import { MOST_WAITING } from '../panel/waiting-calls.ts'

/** The purpose of one command of a batch, and whether the user wants it in spite of serious faults. */
export interface BatchCommand {
  deviceId: string
  name: string
  confirmed: boolean
}

/**
 * How far the console is with one row. Only `taken` is in the ledger, whose row then tells what is proven; `unheard`
 * may be in the ledger: no answer came.
 */
export type BatchStep =
  | { kind: 'waiting' | 'calling' | 'dropped' }
  | { kind: 'taken'; commandId: string; status: CommandStatus }
  | { kind: 'refused' | 'unheard'; message: string }

export interface BatchRow extends BatchCommand {
  step: BatchStep
}

/** The same command for several valves, each with its own key and ledger row. */
export interface BatchRun {
  id: number
  code: string
  params: Record<string, unknown>
  reason: string | null
  rows: readonly BatchRow[]
}

interface Batches {
  /** Newest first. */
  runs: readonly BatchRun[]
}
export const useBatches = create<Batches>()(() => ({ runs: [] }))

let lastId = 0

function changeRow(runId: number, deviceId: string, change: (step: BatchStep) => BatchStep): void {
  useBatches.setState(({ runs }) => ({
    runs: runs.map((run) =>
      run.id === runId
        ? {
            ...run,
            rows: run.rows.map((row) => (row.deviceId === deviceId ? { ...row, step: change(row.step) } : row)),
          }
        : run,
    ),
  }))
}

/** Takes the row for sending; false when it was dropped meanwhile. */
function begin(runId: number, deviceId: string): boolean {
  const row = useBatches
    .getState()
    .runs.find(({ id }) => id === runId)
    ?.rows.find((one) => one.deviceId === deviceId)
  if (row?.step.kind !== 'waiting') return false
  changeRow(runId, deviceId, () => ({ kind: 'calling' }))
  return true
}

function stepOf(delivered: Delivered): BatchStep {
  if (delivered.kind !== 'failed') {
    const { sent, message } = delivered
    return sent ? { kind: 'taken', ...sent } : { kind: 'unheard', message }
  }
  const { failure } = delivered
  const sent = commandOf(failure)
  if (sent) return { kind: 'taken', ...sent }
  return { kind: failure.code === NETWORK_FAILURE ? 'unheard' : 'refused', message: failure.message }
}

/** Drops a row that has not been sent; for a sent one only the ledger tells the state. */
const dropped = (step: BatchStep): BatchStep => (step.kind === 'waiting' ? { kind: 'dropped' } : step)

function dropWaiting(which: (run: BatchRun, row: BatchRow) => boolean): void {
  useBatches.setState(({ runs }) => ({
    runs: runs.map((run) => ({
      ...run,
      rows: run.rows.map((row) => (which(run, row) ? { ...row, step: dropped(row.step) } : row)),
    })),
  }))
}

/**
 * Sends a command to each valve, at most four calls at a time, in the order of the rows. STOP overtakes every other
 * call, and unsent commands for the same valves are dropped.
 */
export async function startBatch(
  wish: Pick<BatchRun, 'code' | 'params' | 'reason'>,
  commands: readonly BatchCommand[],
): Promise<void> {
  const id = ++lastId
  const isStop = wish.code === 'STOP'
  const devices = new Set(commands.map(({ deviceId }) => deviceId))
  if (isStop) dropWaiting((_run, { deviceId }) => devices.has(deviceId))
  const rows = commands.map((request): BatchRow => ({ ...request, step: { kind: 'waiting' } }))
  useBatches.setState(({ runs }) => ({ runs: [{ ...wish, id, rows }, ...runs] }))
  const { code, params, reason } = wish
  const batch = crypto.randomUUID()
  const ahead = commands[Symbol.iterator]()
  const worker = async () => {
    for (const { deviceId, confirmed } of ahead) {
      const request = {
        deviceId,
        code,
        params,
        batch,
        ...(reason ? { reason } : {}),
        ...(confirmed ? { confirmed } : {}),
      }
      const delivered = await sendQuietly(request, { first: isStop, begin: () => begin(id, deviceId) })
      if (delivered) changeRow(id, deviceId, () => stepOf(delivered))
    }
  }
  // At most as many calls queue as may wait: a single command of the panel gets the next place, not the last.
  await Promise.all(Array.from({ length: MOST_WAITING }, worker))
}

/** Sends nothing more of the batch: drops rows waiting here, and cancels those queued in the ledger if the user may. */
export async function cancelRest(runId: number, mayCancel: boolean): Promise<void> {
  dropWaiting(({ id }) => id === runId)
  if (!mayCancel) return
  const run = useBatches.getState().runs.find(({ id }) => id === runId)
  const queued = (run?.rows ?? []).flatMap(({ step }) => {
    const command = step.kind === 'taken' ? knownCommand(step.commandId) : undefined
    return command?.status === 'QUEUED' ? [command.id] : []
  })
  // Cancelling one that was sent meanwhile is refused with a conflict: its row shows its outcome.
  await Promise.allSettled(queued.map((id) => call(cancelCommand, { id }, { silent: true })))
}

/** The state that a row shows: only a proof in the ledger is `confirmed`. */
export type BatchLook = 'waiting' | 'pending' | 'confirmed' | 'unconfirmed' | 'failed' | 'dropped'

export function lookOf(step: BatchStep, command: Command | undefined): BatchLook {
  switch (step.kind) {
    case 'waiting':
    case 'dropped':
      return step.kind
    case 'calling':
      return 'pending'
    case 'refused':
      return 'failed'
    case 'unheard':
      return 'unconfirmed'
    case 'taken': {
      const tone = toneOf(command ?? { status: step.status })
      return tone === 'moving' ? 'pending' : tone
    }
  }
}

export function forgetBatches(): void {
  dropWaiting(() => true)
  useBatches.setState({ runs: [] })
}

// SI-24: nothing of a user continues, or stays readable, after they sign out.
useSession.subscribe(({ phase }, before) => {
  if (phase !== 'ready' && before.phase === 'ready') forgetBatches()
})
