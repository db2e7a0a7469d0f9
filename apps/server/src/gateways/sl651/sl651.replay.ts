import { createSl651Assembler, sl651 } from '@sluice/codecs'
import type { GatewayParts, KeptFrame, ReplayOutcome } from '../gateway.ts'
import { outcomeOf } from '../replay.ts'
import { uplinkOf } from './sl651.conversation.ts'

/** Stored frames of a station; a message that came in packets is joined again. */
export async function replaySl651(
  { acceptKept }: Pick<GatewayParts, 'acceptKept'>,
  frames: readonly KeptFrame[],
): Promise<ReplayOutcome[]> {
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
    const outcome = await outcomeOf(acceptKept, uplinkOf(message, whole, receivedAt, 'replay'))
    for (const place of places) outcomes[place] = outcome
  }
  return outcomes
}
