import { expect, it } from 'vitest'
import { type Publishes, type ToBroker, VERDICT } from './broker/broker.messages.ts'
import type { MqttSession } from './mqtt-session.ts'
import { takeBatch } from './take-batch.ts'

const batch: Publishes = {
  kind: 'publishes',
  no: 7,
  links: Uint32Array.of(1, 2, 3),
  qos: Uint8Array.of(1, 0, 1),
  ends: Uint32Array.of(2, 3, 6),
  bytes: Uint8Array.of(10, 11, 20, 30, 31, 32),
}

it('the verdicts of a batch are told together, and that of one which waits for a script by itself', async () => {
  const told: ToBroker[] = []
  const taken: [number | undefined, number[], number][] = []
  const script = Promise.withResolvers<number>()
  await takeBatch(batch, {
    sessionOf: (link) => (link === 3 ? undefined : ({ link } as MqttSession)),
    isLater: ({ link }) => link === 1,
    take: (session, frame, qos) => {
      taken.push([session?.link, [...frame], qos])
      return session?.link === 1 ? script.promise : Promise.resolve(session ? VERDICT.ACK : VERDICT.CLOSE)
    },
    post: (message) => told.push(message),
  })
  expect(taken).toEqual([
    [1, [10, 11], 1],
    [2, [20], 0],
    [undefined, [30, 31, 32], 1],
  ])
  const verdicts = Uint8Array.of(VERDICT.LATER, VERDICT.ACK, VERDICT.CLOSE)
  expect(told).toEqual([{ kind: 'verdicts', no: 7, verdicts }])
  script.resolve(VERDICT.UNREADABLE)
  await script.promise
  await Promise.resolve()
  expect(told.slice(1)).toEqual([{ kind: 'verdict', no: 7, at: 0, verdict: VERDICT.UNREADABLE }])
})
