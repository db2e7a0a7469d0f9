import { getCommand, sendCommand, sentCommandSchema } from '@sluice/contract'
import { create } from 'zustand'
import { call, request } from '../../lib/api.ts'
import { CallFailure, NETWORK_FAILURE } from '../../lib/api-outcome.ts'
import { hasEnded, keepCommands, knownCommand } from '../../lib/commands.ts'
import { t } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { IdempotencyKeys, type Order } from './idempotency.ts'
import { WaitingCalls } from './waiting-calls.ts'

/** ER-16. */
const TIMEOUT_MS = 30_000
/** ER-18: no lost answer may lock the buttons for longer. */
const FLAG_MS = 35_000

/** ER-18: which command of a device is on its way to the ledger. */
interface ControlLoading {
  running: Readonly<Record<string, string>>
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
  useControlLoading.setState(({ running }) => ({ running: { ...running, [deviceId]: code } }))
  const clear = () => {
    clearTimeout(limit)
    useControlLoading.setState(({ running }) => {
      const { [deviceId]: mine, ...others } = running
      return mine === code ? { running: others } : {}
    })
  }
  const limit = setTimeout(clear, FLAG_MS)
  return clear
}

/** ER-6: 0 is done, a listed code is not proven, everything else was shown by the request layer. */
export type Sent = 'taken' | 'unproven' | CallFailure

async function post(order: Order, key: string): Promise<Sent> {
  try {
    const heard = await request('POST', sendCommand.path, { ...order, idempotencyKey: key }, { timeoutMs: TIMEOUT_MS })
    const sent = sentCommandSchema.safeParse(heard.data)
    if (sent.success) {
      keys.took(order, key, sent.data.commandId)
      await learn(sent.data.commandId)
    }
    if (heard.code === 0) toast('success', t('command.sent'))
    else toast('warning', heard.message || t('command.unconfirmed'))
    return heard.code === 0 ? 'taken' : 'unproven'
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // Without an answer nobody knows whether the ledger took it: the same key finds out.
    if (error.code !== NETWORK_FAILURE) keys.forget(order.deviceId)
    return error
  }
}

/** The row usually came by the live channel long before the answer; without the channel it is fetched. */
async function learn(id: string): Promise<void> {
  if (knownCommand(id)) return
  const at = Date.now()
  try {
    keepCommands([await call(getCommand, { id }, { silent: true })], at)
  } catch (error) {
    // Whoever may send need not be allowed to read the ledger; the panel then follows the device's reports alone.
    console.warn('command', id, error)
  }
}

/**
 * Sends a command and says once what came of the call. STOP never stands in line: it has the connections that the four
 * waiting calls leave free.
 */
export async function send(order: Order, { again = false } = {}): Promise<Sent> {
  if (again) keys.forget(order.deviceId)
  const key = keys.keyFor(order, Date.now())
  const clear = flag(order.deviceId, order.code)
  try {
    if (order.code === 'STOP') return await post(order, key)
    if (calls.full) toast('info', t('command.inLine'))
    return await calls.run(() => post(order, key))
  } finally {
    clear()
  }
}
