import { type Publishes, type ToBroker, VERDICT } from './broker/broker.messages.ts'
import type { MqttSession } from './mqtt-session.ts'
import type { Outcome } from './tb.conversation.ts'

const VERDICTS: Readonly<Record<Outcome, number>> = {
  STORED: VERDICT.ACK,
  UNREADABLE: VERDICT.UNREADABLE,
  FOREIGN: VERDICT.FOREIGN,
  LOST: VERDICT.CLOSE,
}

/** What the broker is told of an outcome. */
export function verdictOf(outcome: Outcome): number {
  return VERDICTS[outcome]
}

interface Taking {
  sessionOf(link: number): MqttSession | undefined
  /** Its verdict is told by itself. */
  isLater(session: MqttSession, frame: Uint8Array): boolean
  /** Resolves with one of `VERDICT`. */
  take(session: MqttSession | undefined, frame: Uint8Array, qos: number): Promise<number>
  post(verdict: Extract<ToBroker, { kind: 'verdict' | 'verdicts' }>): void
}

/**
 * Takes each PUBLISH of a batch and tells their verdicts together, but that of one which waits for a script by itself:
 * nothing that came with it is held up.
 */
export async function takeBatch({ no, links, qos, ends, bytes }: Publishes, taking: Taking): Promise<void> {
  const { sessionOf, isLater, take, post } = taking
  const verdicts = new Uint8Array(links.length)
  const taken: Promise<void>[] = []
  for (const [at, link] of links.entries()) {
    const frame = bytes.subarray(at === 0 ? 0 : ends[at - 1], ends[at])
    const session = sessionOf(link)
    const waits = session !== undefined && isLater(session, frame)
    const settled = take(session, frame, qos[at] ?? 0)
    if (waits) void settled.then((verdict) => post({ kind: 'verdict', no, at, verdict }))
    else taken.push(settled.then((verdict) => void (verdicts[at] = verdict)))
  }
  await Promise.all(taken)
  post({ kind: 'verdicts', no, verdicts })
}
