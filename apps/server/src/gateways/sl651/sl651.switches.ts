import type { Sl651Message } from '@sluice/codecs'
import type { Verdict } from '@sluice/contract'
import { instantOf } from '@sluice/kit'
import type { ReportedSwitches } from '../downlink.ts'

/** Since when, by the station's clock, what it reported holds; `states` null: it contradicts what it said before. */
interface Known {
  states: readonly boolean[] | null
  at: number
  sentAt: number
}

/** How far a station's clock may be ahead of ours. */
const AHEAD_MS = 10 * 60_000

/**
 * The whole bitmap of each station, also the bits of valves that nobody registered: a command writes all of them, so all
 * of them must be known. A report that was kept back on the way is as old as it says, and one that is older than the
 * last but says otherwise leaves the state unknown until the next: a late frame and a clock set back look the same.
 */
export class Sl651Switches {
  readonly #known = new Map<string, Known>()

  note(
    station: { deviceId: string; zone: string },
    message: Sl651Message,
    { verdict, receivedAt }: { verdict: Verdict; receivedAt: number },
  ): void {
    if (message.func !== '4D' || message.body.kind !== 'switches') return
    const { deviceId, zone } = station
    const known = this.#known.get(deviceId)
    const reported = switchesIn(message, zone, receivedAt)
    const sentAt = reported?.sentAt ?? 0
    const isOlder = known !== undefined && sentAt < known.sentAt
    if (!reported || verdict !== 'OK' || (isOlder && !isSame(known.states, reported.states))) {
      this.#known.set(deviceId, { states: null, at: 0, sentAt })
      return
    }
    const at = Math.max(reported.at, known?.states ? known.at : 0)
    this.#known.set(deviceId, { states: reported.states, at, sentAt })
  }

  /** Null: not known. Undefined: not heard since this process started, so what the store holds is the last word. */
  of(stationId: string): ReportedSwitches | null | undefined {
    const known = this.#known.get(stationId)
    if (!known) return undefined
    return known.states && { states: known.states, at: known.at }
  }
}

/** The valves in a message 4D; undefined in every other one, and in one whose clock cannot be right. */
export function switchesIn(
  { func, body, sendTime }: Sl651Message,
  zone: string,
  receivedAt: number,
): (ReportedSwitches & { sentAt: number }) | undefined {
  if (func !== '4D' || body.kind !== 'switches' || body.states.length === 0) return undefined
  const sentAt = instantOf(sendTime ?? '', zone)
  if (!(sentAt <= receivedAt + AHEAD_MS)) return undefined
  return { states: body.states, at: Math.min(sentAt, receivedAt), sentAt }
}

function isSame(one: readonly boolean[] | null, other: readonly boolean[]): boolean {
  return one?.length === other.length && one.every((on, n) => on === other[n])
}
