import { createSl651Assembler, sl651 } from '@sluice/codecs'
import type { Verdict } from '@sluice/contract'
import { replayedUplink, type TbUplink } from './mqtt/tb.conversation.ts'
import { type Sl651Uplink, uplinkOf } from './sl651.conversation.ts'

/** A frame of a station that was adopted, as it came. */
export interface KeptFrame {
  raw: Uint8Array
  receivedAt: number
}

/** What became of it. `REFUSED`: it may come again. `NOTHING`: there is nothing in it that a store could take. */
export type ReplayOutcome = 'STORED' | 'REFUSED' | 'NOTHING'

type Accept = (uplink: Sl651Uplink | TbUplink) => Promise<{ verdict: Verdict; acknowledge: boolean }>

/** Sends what a gateway said of a sub-device, oldest first, as if it had just arrived at the time it did. */
export async function replayTb(
  accept: Accept,
  gatewayId: string,
  frames: readonly KeptFrame[],
): Promise<ReplayOutcome[]> {
  const outcomes: ReplayOutcome[] = []
  for (const { raw, receivedAt } of frames) {
    const uplink = replayedUplink(gatewayId, raw, receivedAt)
    outcomes.push(uplink ? await outcomeOf(accept, uplink) : 'NOTHING')
  }
  return outcomes
}

/** The same for a station of SL 651; a message that came in packets is put together again. */
export async function replaySl651(accept: Accept, frames: readonly KeptFrame[]): Promise<ReplayOutcome[]> {
  const outcomes = frames.map((): ReplayOutcome => 'NOTHING')
  const assembler = createSl651Assembler()
  const parts = new Map<string, Map<number, number>>()
  for (const [n, { raw, receivedAt }] of frames.entries()) {
    const decoded = sl651.decode(raw)
    if (!decoded.ok) continue
    let [message, places] = [decoded.value, [n]]
    if (message.body.kind === 'part') {
      const { func, packet } = message
      const known = parts.get(func) ?? new Map<number, number>()
      parts.set(func, known.set(packet?.no ?? 0, n))
      const assembly = assembler.accept(message, raw, receivedAt)
      if (assembly.kind !== 'complete') continue
      parts.delete(func)
      message = assembly.message
      places = [...known].sort(([a], [b]) => a - b).map(([, place]) => place)
    }
    const whole = places.flatMap((place) => frames[place]?.raw ?? [])
    const outcome = await outcomeOf(accept, uplinkOf(message, whole, receivedAt, 'replay'))
    for (const place of places) outcomes[place] = outcome
  }
  return outcomes
}

/** A gateway's message is kept, too, where its device is still unknown: its values are not. */
async function outcomeOf(accept: Accept, uplink: Sl651Uplink | TbUplink): Promise<ReplayOutcome> {
  const { acknowledge, verdict } = await accept(uplink)
  return acknowledge && verdict !== 'UNKNOWN_DEVICE' ? 'STORED' : 'REFUSED'
}
