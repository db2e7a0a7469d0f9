import type { InputOf, sendCommand } from '@sluice/contract'

/** What a person wants a device to do. */
export type CommandRequest = Omit<InputOf<typeof sendCommand>, 'idempotencyKey'>

/** A retry this soon after is the same wish (ER-17). */
export const REUSE_MS = 60_000

interface Wish {
  key: string
  body: string
  at: number
  commandId: string | null
}

/** Keys in the order of the alphabet: the same wish is the same text. */
function bodyOf({ deviceId, code, params, reason }: CommandRequest): string {
  const sorted = Object.entries(params ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([deviceId, code, sorted, reason ?? null])
}

/**
 * One key per click. A click that wants the same of the same device within 60 s takes the key of the one before, as
 * long as that one is not over: closing, opening and closing again within a minute are three commands.
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

  /** The ledger took it. */
  onSent(request: CommandRequest, key: string, commandId: string): void {
    const wish = this.#wishes.get(request.deviceId)
    if (wish?.key === key) wish.commandId = commandId
  }

  /** The ledger refused it, or it is to be sent as a new one: the next click is a new wish. */
  forget(deviceId: string): void {
    this.#wishes.delete(deviceId)
  }
}
