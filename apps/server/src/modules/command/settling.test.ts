import type { CommandStatus } from '@sluice/contract'
import { expect, it } from 'vitest'
import type { Flight } from './flight.ts'
import { Settling } from './settling.ts'

const flightIn = (status: CommandStatus) => ({ status }) as unknown as Flight

/** Whether the call still waits, after what was told in this turn. */
async function waits(call: Promise<void>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([call, new Promise((resolve) => setImmediate(resolve, pending))])) === pending
}

it.each([
  ['QUEUED', true],
  ['SENT', true],
  ['ACKNOWLEDGED', false],
  ['EXECUTING', false],
  ['EXECUTED', false],
  ['TIMEOUT', false],
  ['FAILED', false],
  ['CANCELLED', false],
] as const)('a call for a command that is %s waits: %s', async (status, expected) => {
  expect(await waits(new Settling().wait(flightIn(status), 1_000, 999))).toBe(expected)
})

it('nobody waits whose time is up', async () => {
  expect(await waits(new Settling().wait(flightIn('SENT'), 1_000, 1_000))).toBe(false)
})

it('waiting ends at its time, not before', async () => {
  const settling = new Settling()
  const [first, second] = [settling.wait(flightIn('SENT'), 1_000, 0), settling.wait(flightIn('SENT'), 2_000, 0)]
  settling.tick(999)
  expect([await waits(first), await waits(second)]).toEqual([true, true])
  settling.tick(1_000)
  expect([await waits(first), await waits(second)]).toEqual([false, true])
})

it('what releases one command releases all its calls and no other', async () => {
  const settling = new Settling()
  const [one, other] = [flightIn('SENT'), flightIn('SENT')]
  const calls = [settling.wait(one, 1_000, 0), settling.wait(one, 9_000, 0), settling.wait(other, 1_000, 0)]
  settling.release(one)
  expect(await Promise.all(calls.map(waits))).toEqual([false, false, true])
  settling.releaseAll()
  expect(await waits(calls[2]!)).toBe(false)
})
