import type { Sl651Message } from '@sluice/codecs'
import type { Verdict } from '@sluice/contract'
import { instantOf } from '@sluice/kit'
import type { ReportedSwitches } from '../downlink.ts'

/** The last reported states, and when they were observed, by the station's clock; `states` null: they are unknown. */
interface Known {
  states: readonly boolean[] | null
  at: number
  sentAt: number
}

/** How far a station's clock may be ahead of ours. */
const AHEAD_MS = 10 * 60_000

/**
 * The whole bitmap of each station, including the bits of unregistered valves: a command writes all bits, so all must
 * be known. A delayed report is as old as its own time, and an older one with other states makes the state unknown
 * until the next report: a late frame and a clock set back look the same.
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

  /** Null: unknown. Undefined: no report since this process started, so the stored state is the latest. */
  of(stationId: string): ReportedSwitches | null | undefined {
    const known = this.#known.get(stationId)
    if (!known) return undefined
    return known.states && { states: known.states, at: known.at }
  }
}

/** The valves in a message 4D; undefined for other messages, and for one whose clock must be wrong. */
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
