import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { FirmwarePart } from '../gateway.ts'
import { MqttSession } from './mqtt-session.ts'
import { type FirmwareLimits, TbFirmware } from './tb.firmware.ts'

const sessionOf = (deviceId: string) =>
  new MqttSession(
    1,
    { deviceId, deviceNo: deviceId },
    {
      credential: '',
      remote: '',
      now: 0,
      elapsed: () => 0,
      stamp: 0,
      registrations: 0,
    },
  )
const asked = (chunk: number, size = 1000) => ({ kind: 'firmwareRequest', id: 1, chunk, size }) as const

/** What leaves, in order. `part` answers. */
function started(limits: Partial<FirmwareLimits> = {}, part?: () => Promise<FirmwarePart>) {
  const left: { topic: string; at: number; bytes: number; device: string }[] = []
  const signs: string[] = []
  const failures: unknown[] = []
  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  const firmware = new TbFirmware(
    {
      firmwarePart: part ?? (async (_deviceId, { size }) => ({ bytes: new Uint8Array(size) })),
      publish: async ({ deviceId }, [topic = ''], { length }) => {
        left.push({ topic, at: elapsed(), bytes: length, device: deviceId })
        return topic
      },
      isOpen: ({ deviceId }) => deviceId !== 'gone',
      heard: ({ deviceId }) => signs.push(deviceId),
      elapsed,
      onFailure: (error) => failures.push(error),
    },
    { perDevice: 1_000_000, perAll: 1_000_000, waiting: 8, waitingAll: 100, ...limits },
  )
  return { firmware, left, signs, failures }
}

test('parts leave in the order in which they are asked for; to a line that is gone leaves none', async () => {
  const { firmware, left, signs } = started()
  const [one, gone] = [sessionOf('one'), sessionOf('gone')]
  for (const chunk of [0, 1, 2]) firmware.take(one, asked(chunk))
  firmware.take(gone, asked(0))
  await sleep(20)
  expect(left.map(({ topic, device }) => [topic, device])).toEqual(
    [0, 1, 2].map((chunk) => [`v2/fw/response/1/chunk/${chunk}`, 'one']),
  )
  // However often it asks, one sign of life.
  expect(signs).toEqual(['one', 'gone'])
})

test('a device gets no more bytes a second than its share, and all together no more than theirs', async () => {
  const { firmware, left } = started({ perDevice: 65_536 })
  const one = sessionOf('one')
  // What fits is asked for without a size: the longest part.
  for (const chunk of [0, 1]) firmware.take(one, asked(chunk, 0))
  await sleep(300)
  expect(left.map(({ bytes }) => bytes)).toEqual([65_536])
  const all = started({ perAll: 10_000 })
  for (const device of ['a', 'b'])
    for (const chunk of [0, 1, 2, 3, 4, 5]) all.firmware.take(sessionOf(device), asked(chunk))
  await sleep(50)
  expect(all.left.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(11_000)
})

test('what finds no room is dropped and counted; a store that is away holds up no later request', async () => {
  const held = Promise.withResolvers<FirmwarePart>()
  const full = started({ waiting: 2 }, () => held.promise)
  const one = sessionOf('one')
  for (const chunk of [0, 1, 2, 3]) full.firmware.take(one, asked(chunk))
  expect(full.firmware.dropped).toBe(1)
  held.resolve({ refused: 'no firmware is offered' })
  await sleep(20)
  expect(full.left.map(({ topic }) => topic)).toEqual(['v2/fw/error', 'v2/fw/error', 'v2/fw/error'])
  let away = true
  const failing = started({}, async () => {
    if (away) throw new Error('away')
    return { bytes: new Uint8Array(1) }
  })
  failing.firmware.take(one, asked(0))
  await sleep(20)
  away = false
  failing.firmware.take(one, asked(0))
  await sleep(20)
  expect([failing.failures.length, failing.left.length]).toEqual([1, 1])
})
