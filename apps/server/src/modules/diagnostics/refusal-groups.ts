import type { RefusalReason } from '@sluice/contract'
import type { RefusalEntry } from './refusal.recorder.ts'

const MINUTE_MS = 60_000
const MINUTES = 10
/** Senders of one minute; further ones are counted for nobody. */
const SENDERS = 500

interface Sender {
  reason: RefusalReason
  deviceId: string | null
  /** The address it claimed, or the one it came from. */
  name: string
  remote: string
  count: number
  lastAt: number
}

export interface ReasonGroup {
  reason: RefusalReason
  count: number
  lastAt: number
  /** The most frequent first. */
  senders: Sender[]
}

/** Counts what was refused within the last minutes, by reason and sender; bounded whatever is sent. */
export class RefusalGroups {
  readonly #minutes = new Map<number, Map<string, Sender>>()

  tell({ at, reason, remote, station, deviceId = null, times = 1 }: RefusalEntry): void {
    const minute = Math.floor(at / MINUTE_MS)
    let senders = this.#minutes.get(minute)
    if (!senders) {
      senders = new Map()
      this.#minutes.set(minute, senders)
      for (const old of this.#minutes.keys()) if (old <= minute - MINUTES) this.#minutes.delete(old)
    }
    const full = senders.size >= SENDERS
    const name = station ?? remote
    const key = `${reason} ${deviceId ?? name}`
    const known = senders.get(key) ?? (full ? senders.get(`${reason} `) : undefined)
    if (known) {
      known.count += times
      known.lastAt = Math.max(known.lastAt, at)
    } else if (full)
      senders.set(`${reason} `, { reason, deviceId: null, name: '', remote: '', count: times, lastAt: at })
    else senders.set(key, { reason, deviceId, name, remote, count: times, lastAt: at })
  }

  /** Of the senders that `sees` lets through, the reason with the newest first. `now`: epoch ms. */
  groups(now: number, sees: (deviceId: string | null) => boolean): ReasonGroup[] {
    const groups = new Map<RefusalReason, ReasonGroup & { byKey: Map<string, Sender> }>()
    for (const [minute, senders] of this.#minutes) {
      if (minute <= now / MINUTE_MS - MINUTES) continue
      for (const [key, sender] of senders) {
        if (!sees(sender.deviceId)) continue
        const { reason, count, lastAt } = sender
        const group = groups.get(reason) ?? { reason, count: 0, lastAt: 0, senders: [], byKey: new Map() }
        groups.set(reason, group)
        group.count += count
        group.lastAt = Math.max(group.lastAt, lastAt)
        const known = group.byKey.get(key)
        if (known) known.count += count
        else group.byKey.set(key, { ...sender })
      }
    }
    return [...groups.values()]
      .map(({ byKey, ...group }) => ({ ...group, senders: [...byKey.values()].sort((a, b) => b.count - a.count) }))
      .sort((a, b) => b.lastAt - a.lastAt)
  }

  /** Devices that are counted. */
  deviceIds(): string[] {
    const all = [...this.#minutes.values()].flatMap((senders) => [...senders.values()])
    return [...new Set(all.flatMap(({ deviceId }) => deviceId ?? []))]
  }
}
