import { getCommand, type SentCommand, sendCommand, sentCommandSchema } from '@sluice/contract'
import { create } from 'zustand'
import { type CallOptions, call, LONG_CALL_MS, request } from '../../lib/api/api.ts'
import { CallFailure, NETWORK_FAILURE } from '../../lib/api/api-outcome.ts'
import { hasEnded, keepCommands, knownCommand } from '../../domain/command/commands.ts'
import { t } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { IdempotencyKeys, type CommandRequest } from './idempotency.ts'
import { WaitingCalls } from './panel/waiting-calls.ts'

/** ER-18: a lost answer locks the buttons no longer than this. */
const FLAG_MS = 35_000

/** ER-18: the calls under way for a device, by command: a STOP may run beside another. */
interface ControlLoading {
  running: Readonly<Record<string, readonly string[]>>
}
export const useControlLoading = create<ControlLoading>()(() => ({ running: {} }))

const keys = new IdempotencyKeys(
  () => crypto.randomUUID(),
  (id) => {
    const command = knownCommand(id)
    return command !== undefined && hasEnded(command)
  },
)
const calls = new WaitingCalls()

function flag(deviceId: string, code: string): () => void {
  const change = (next: (codes: readonly string[]) => readonly string[]) =>
    useControlLoading.setState(({ running: { [deviceId]: codes = [], ...others } }) => {
      const left = next(codes)
      return { running: left.length > 0 ? { ...others, [deviceId]: left } : others }
    })
  change((codes) => [...codes, code])
  let raised = true
  const clear = () => {
    clearTimeout(limit)
    if (raised) change((codes) => codes.toSpliced(codes.indexOf(code), 1))
    raised = false
  }
  const limit = setTimeout(clear, FLAG_MS)
  return clear
}

/** The outcome of one call: `unproven` is in the ledger and not acknowledged in time (ER-6). */
export type Delivered =
  | { kind: 'taken' | 'unproven'; sent: SentCommand | null; message: string }
  | { kind: 'failed'; failure: CallFailure }

async function deliver(command: CommandRequest, key: string, options: CallOptions = {}): Promise<Delivered> {
  try {
    const body = { ...command, idempotencyKey: key }
    const heard = await request('POST', sendCommand.path, body, { timeoutMs: LONG_CALL_MS, ...options })
    const parsed = sentCommandSchema.safeParse(heard.data)
    const sent = parsed.success ? parsed.data : null
    if (sent) await onSent(command, key, sent)
    return { kind: heard.code === 0 ? 'taken' : 'unproven', sent, message: heard.message }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // Without an answer it is unknown whether the ledger accepted it: the same key finds out.
    if (error.code !== NETWORK_FAILURE) keys.forget(command.deviceId)
    // The ledger accepted it and the device refused: its row says why.
    const refused = commandOf(error)
    if (refused) await learn(refused.commandId)
    return { kind: 'failed', failure: error }
  }
}

async function onSent(command: CommandRequest, key: string, { commandId }: SentCommand): Promise<void> {
  keys.onSent(command, key, commandId)
  await learn(commandId)
}

/** The row usually arrives by the live channel long before the answer; without the channel it is fetched. */
async function learn(id: string): Promise<void> {
  if (knownCommand(id)) return
  const at = Date.now()
  try {
    keepCommands([await call(getCommand, { id }, { silent: true })], at)
  } catch (error) {
    // A user who may send may lack permission to read the ledger; the panel then follows the device's reports alone.
    console.warn('command', id, error)
  }
}

/** Locks the device's buttons and keeps the key of the click while `run` delivers. */
async function underWay(command: CommandRequest, run: (key: string) => Promise<Delivered>): Promise<Delivered> {
  const key = keys.keyFor(command, Date.now())
  const clear = flag(command.deviceId, command.code)
  try {
    return await run(key)
  } finally {
    clear()
  }
}

/**
 * Sends a command and reports the outcome once; the request layer has shown failures. STOP never queues: it uses the
 * connections that the four waiting calls leave free.
 */
export async function send(command: CommandRequest, { again = false } = {}): Promise<Delivered> {
  if (again) keys.forget(command.deviceId)
  const delivered = await underWay(command, async (key) => {
    if (command.code === 'STOP') return deliver(command, key)
    if (calls.full) toast('info', t('command.inLine'))
    return calls.run(() => deliver(command, key))
  })
  // The sign of what is confirmed is kept for a command that the ledger calls executed (docs/spec/look.md#1).
  if (delivered.kind === 'taken') {
    if (delivered.sent?.status === 'EXECUTED') toast('success', t('command.sent'))
    else toast('sent', t('command.sentWaits'))
  }
  if (delivered.kind === 'unproven') toast('warning', delivered.message || t('command.unconfirmed'))
  return delivered
}

/**
 * Sends one command of a batch without messages: the batch shows a row for each. All share the four places; `first`
 * takes the next free one. `begin` returns false when the command is no longer wanted at its turn; the result is then
 * null.
 */
export async function sendQuietly(
  command: CommandRequest,
  { first, begin }: { first: boolean; begin: () => boolean },
): Promise<Delivered | null> {
  return calls.run(
    async () => (begin() ? underWay(command, (key) => deliver(command, key, { inPlace: true })) : null),
    first,
  )
}

/** The command of a refusal, if the ledger had accepted it before it failed. */
export function commandOf({ data }: CallFailure): SentCommand | null {
  const parsed = sentCommandSchema.safeParse(data)
  return parsed.success ? parsed.data : null
}
