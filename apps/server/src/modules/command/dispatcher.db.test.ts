import { fakeClock, until } from '@sluice/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LastValues, Transmission } from './command.ports.ts'
import { readEntry } from './command.store.ts'
import { DispatcherBench, orderOf } from '../../../../../testing/src/field/dispatcher-bench.ts'
import { Dispatcher } from './dispatcher.ts'

const bench = new DispatcherBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

type Act =
  | { do: 'command'; valve: 0 | 1; open: boolean }
  | { do: 'wait'; ms: number }
  | { do: 'answer'; kind: 'ACK' | 'NAK' }
  | { do: 'report'; valve: 0 | 1; opening: 0 | 100 }
  | { do: 'cancel' }
  /** Both processes know every command from now on. */
  | { do: 'share' }
  | { do: 'crash'; process: 0 | 1 }
  | { do: 'lose'; when: 'before' | 'after' }

const bit = fc.constantFrom(0 as const, 1 as const)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('command' as const), valve: bit, open: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 10_000, 60_000) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('answer' as const), kind: fc.constantFrom('ACK', 'ACK', 'NAK') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      valve: bit,
      opening: fc.constantFrom(0 as const, 100 as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'share' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), process: bit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), when: fc.constantFrom('before', 'after') }) },
) as fc.Arbitrary<Act>

/** Plays a story with two processes on one ledger. Answers what left, and what the ledger says of it. */
async function play(story: readonly Act[], channel: 'SENT' | 'NO_CHANNEL') {
  const valves = await bench.siteOf()
  const clock = fakeClock(new Date('2026-05-01T08:00:00Z'))
  const now = () => clock.now().getTime()
  const left: (Transmission & { at: number })[] = []
  const ordered: string[] = []
  const faults: ('before' | 'after')[] = []
  const transmit = (transmission: Transmission) => {
    left.push({ ...transmission, at: now() })
    return channel
  }
  const deps = bench.depsOf(valves, { clock, faults, transmit })
  const begun: Dispatcher[] = []
  const begin = async () => {
    const dispatcher = new Dispatcher(deps, async () => undefined)
    begun.push(dispatcher)
    await dispatcher.start()
    return dispatcher
  }
  const processes = [await begin(), await begin()]
  const settle = () => new Promise((resolve) => setTimeout(resolve, 12))
  for (const step of story) {
    await carryOut(step)
    await settle()
    for (const process of processes) process.tick()
  }
  await new Promise((resolve) => setTimeout(resolve, faults.length > 0 ? 50 : 20))
  for (const process of processes) process.stop()
  await until('the end of what was under way', () =>
    begun.every((process) => ordered.every((id) => !process.find(id)?.busy)),
  )

  async function carryOut(step: Act): Promise<void> {
    const valve = 'valve' in step ? valves[step.valve]! : valves[0]!
    const everywhere = (work: (process: Dispatcher) => void) => processes.forEach(work)
    if (step.do === 'command') {
      ordered.push((await bench.requestIn(processes[0]!, orderOf(valve, step.open, now()), valve)).id)
    }
    if (step.do === 'wait') clock.advance(step.ms)
    if (step.do === 'answer' && left.length > 0) {
      const { requestId } = left.at(-1)!
      everywhere((process) => process.answered({ requestId, kind: step.kind, because: null, at: now() }))
    }
    if (step.do === 'report') {
      clock.advance(1)
      const readings: LastValues = new Map([['opening', { v: step.opening, ts: now(), q: 'GOOD' }]])
      everywhere((process) => process.onReport(valve.stationId, [{ deviceId: valve.deviceId, readings }], now()))
    }
    if (step.do === 'cancel') {
      const execution = processes[0]!.find(ordered.at(-1) ?? '')
      void execution?.tell({ kind: 'cancelled', at: now() })
    }
    if (step.do === 'crash') {
      processes[step.process]!.stop()
      processes[step.process] = await begin()
    }
    if (step.do === 'share') {
      for (const n of processes.keys()) {
        processes[n]!.stop()
        processes[n] = await begin()
      }
    }
    if (step.do === 'lose') faults.push(step.when)
  }

  const { rows } = await bench.db.query<{ request: string }>(
    `select command_id || '.' || no as request from command_attempt where command_id = any($1::bigint[])`,
    [ordered],
  )
  const entries = await Promise.all(ordered.map((id) => readEntry(bench.db, id)))
  return { left, attempts: rows.map(({ request }) => request), entries }
}

const SAYS_NOTHING_LEFT: ReadonlySet<string> = new Set(['EXPIRED', 'CANCELLED', 'SUPERSEDED'])

it('two processes, crashes, lost connections: each attempt leaves at most once, in its time, and none without its row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 5, maxLength: 25 }),
      fc.constantFrom('SENT' as const, 'SENT' as const, 'NO_CHANNEL' as const),
      async (story, channel) => {
        const { left, attempts, entries } = await play(story, channel)
        expect(new Set(left.map(({ requestId }) => requestId)).size).toBe(left.length)
        expect(left.filter(({ requestId }) => !attempts.includes(requestId))).toEqual([])
        const entryOf = new Map(entries.map((entry) => [entry?.request.id, entry!]))
        const wrong = left.filter(({ requestId, at }) => {
          const { request, state } = entryOf.get(requestId.split('.')[0])!
          return at >= request.expireAt || SAYS_NOTHING_LEFT.has(state.status)
        })
        expect(wrong).toEqual([])
        const counted = entries.reduce((sum, entry) => sum + (entry?.state.attempts ?? 0), 0)
        expect(counted).toBe(attempts.length)
      },
    ),
    { numRuns: 12 },
  )
})

it('a process that lost its connection does not take the attempt of another one for its own', async () => {
  const request: Act = { do: 'command', valve: 0, open: true }
  const report: Act = { do: 'report', valve: 1, opening: 0 }
  // The first process does not get its attempt into the store; the second one does.
  const story: Act[] = [
    { do: 'lose', when: 'before' },
    request,
    { do: 'share' },
    { do: 'lose', when: 'before' },
    report,
  ]
  const { left, attempts } = await play(story, 'SENT')
  expect(attempts).toHaveLength(1)
  expect(left.map(({ requestId }) => requestId)).toEqual(attempts)
})
