import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { freeTurn } from './door/door.fixture.ts'
import { Link } from './link.ts'
import { PasswordGuard } from './stranger/password-guard.ts'
import { createStationGate, type StationGateDeps } from './station-gate.ts'
import { StationLines } from './station-lines.ts'

const elapsed = () => 0

/** A gate on one line; The directory answers at once or later. */
function gateWith(senderStatusOf: StationGateDeps['senderStatusOf']) {
  const from = { address: '10.0.0.1', remote: '10.0.0.1:5', identified: () => undefined, onEvicted: () => undefined }
  const options = { protocol: 'SL651', turn: freeTurn, elapsed, framesPerSecond: 10, burst: 10 }
  const link = new Link({ socket: { destroyed: false, writable: true } as unknown as Socket, ...from }, options)
  const tried: boolean[] = []
  const gate = createStationGate(link, {
    senderStatusOf,
    guard: new PasswordGuard({ elapsed }),
    lines: new StationLines({ elapsed }),
    tellTried: (_deviceId, guessed) => void tried.push(guessed !== null),
  })
  return { gate, tried }
}

const sender = { station: '0012345678', password: '1234' }
const known = { senderStatus: 'KNOWN', deviceId: '7' } as const

test('a station is looked at once on a line, and let in at once from then on', async () => {
  const { gate } = gateWith(() => known)
  const first = gate.enter(sender)
  expect(first).toBeInstanceOf(Promise)
  expect(await first).toEqual({ senderStatus: 'KNOWN' })
  expect(gate.enter(sender)).toEqual({ senderStatus: 'KNOWN' })
})

test('a wrong password on a line that was right is looked at again, and so is the right one after it', async () => {
  let password: 'KNOWN' | 'BAD_PASSWORD' = 'KNOWN'
  const { gate } = gateWith(() => ({ senderStatus: password, deviceId: '7' }))
  await gate.enter(sender)
  password = 'BAD_PASSWORD'
  const wrong = gate.enter(sender)
  expect(wrong).toBeInstanceOf(Promise)
  expect(await wrong).toEqual({ because: 'BAD_PASSWORD', meant: '7' })
  password = 'KNOWN'
  expect(gate.enter(sender)).toBeInstanceOf(Promise)
})

test('what follows on the line does not overtake a sender who is still being looked up', async () => {
  let arrive = () => undefined as void
  const found = new Promise<typeof known>((resolve) => {
    arrive = () => resolve(known)
  })
  let isInMemory = false
  const { gate } = gateWith(() => (isInMemory ? known : found))
  const order: number[] = []
  const enter = async (n: number) => {
    await gate.enter(sender)
    order.push(n)
  }
  const all = [enter(1), enter(2)]
  isInMemory = true
  arrive()
  // From here on in a later turn of the event loop, as frames that arrive later are.
  await new Promise((resolve) => setImmediate(resolve))
  all.push(enter(3))
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3])
})

test('an unregistered station is a stranger, and an address that is not allowed is told whose it would be', () => {
  const stranger = gateWith(() => ({ senderStatus: 'UNKNOWN_DEVICE', deviceId: null }))
  expect(stranger.gate.enter(sender)).toEqual({ senderStatus: 'UNKNOWN_DEVICE' })
  const elsewhere = gateWith(() => ({ senderStatus: 'ADDRESS_NOT_ALLOWED', deviceId: '7' }))
  expect(elsewhere.gate.enter(sender)).toEqual({ because: 'ADDRESS_NOT_ALLOWED', meant: '7' })
})
