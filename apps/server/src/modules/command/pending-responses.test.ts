import type { CommandStatus } from '@sluice/contract'
import { expect, it } from 'vitest'
import type { CommandExecution } from './command-execution.ts'
import { PendingResponses } from './pending-responses.ts'

const executionIn = (status: CommandStatus) => ({ status }) as unknown as CommandExecution

/** Whether the call still waits, after the facts of this turn. */
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
  expect(await waits(new PendingResponses().wait(executionIn(status), 1_000, 999))).toBe(expected)
})

it('a call whose time is over does not wait', async () => {
  expect(await waits(new PendingResponses().wait(executionIn('SENT'), 1_000, 1_000))).toBe(false)
})

it('waiting ends at its time, not before', async () => {
  const pending = new PendingResponses()
  const [first, second] = [pending.wait(executionIn('SENT'), 1_000, 0), pending.wait(executionIn('SENT'), 2_000, 0)]
  pending.tick(999)
  expect([await waits(first), await waits(second)]).toEqual([true, true])
  pending.tick(1_000)
  expect([await waits(first), await waits(second)]).toEqual([false, true])
})

it('what releases one command releases all its calls and no other', async () => {
  const pending = new PendingResponses()
  const [one, other] = [executionIn('SENT'), executionIn('SENT')]
  const calls = [pending.wait(one, 1_000, 0), pending.wait(one, 9_000, 0), pending.wait(other, 1_000, 0)]
  pending.release(one)
  expect(await Promise.all(calls.map(waits))).toEqual([false, false, true])
  pending.releaseAll()
  expect(await waits(calls[2]!)).toBe(false)
})
