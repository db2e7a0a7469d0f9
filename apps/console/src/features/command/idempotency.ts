import type { InputOf, sendCommand } from '@sluice/contract'

/** A command that the user wants a device to execute. */
export type CommandRequest = Omit<InputOf<typeof sendCommand>, 'idempotencyKey'>

/** A retry within this time is the same request (ER-17). */
export const REUSE_MS = 60_000

interface Wish {
  key: string
  body: string
  at: number
  commandId: string | null
}

/** Keys in alphabetical order: the same request has the same text. */
function bodyOf({ deviceId, code, params, reason }: CommandRequest): string {
  const sorted = Object.entries(params ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([deviceId, code, sorted, reason ?? null])
}

/**
 * One key per click. A click that requests the same of the same device within 60 s takes the previous key, unless that
 * command has ended: closing, opening and closing again within a minute are three commands.
 */
export class IdempotencyKeys {
  readonly #wishes = new Map<string, Wish>()
  readonly #make: () => string
  readonly #ended: (commandId: string) => boolean

  constructor(make: () => string, ended: (commandId: string) => boolean) {
    this.#make = make
    this.#ended = ended
  }

  keyFor(request: CommandRequest, now: number): string {
    const body = bodyOf(request)
    const before = this.#wishes.get(request.deviceId)
    const same = before?.body === body && now - before.at < REUSE_MS
    if (same && !(before.commandId && this.#ended(before.commandId))) return before.key
    const key = this.#make()
    this.#wishes.set(request.deviceId, { key, body, at: now, commandId: null })
    return key
  }

  /** The ledger accepted it. */
  onSent(request: CommandRequest, key: string, commandId: string): void {
    const wish = this.#wishes.get(request.deviceId)
    if (wish?.key === key) wish.commandId = commandId
  }

  /** The ledger refused it, or it is to be sent as a new one: the next click is a new request. */
  forget(deviceId: string): void {
    this.#wishes.delete(deviceId)
  }
}
