import { expect, it } from 'vitest'
import { type AbusePhase, metOf, phaseFigures } from './abuse-figures.ts'
import type { LoadRun } from '../programs/mqtt-load.process.ts'
import type { TimedCall } from './recovery.ts'

const never = Number.POSITIVE_INFINITY
const times = { p50: 18, p95: 25, p99: 32, count: 35_000 }
const messages: LoadRun = {
  offered: 35_000,
  acknowledged: 35_000,
  seconds: 35,
  cpuUs: 1,
  acknowledgedMs: times,
  writtenToAcknowledgedMs: times,
  keptBack: 0,
}

/** Ten calls a second for 35 s; the attack lasts 20 s of it. */
function calls(msOf: (dueMs: number) => number): TimedCall[] {
  return Array.from({ length: 350 }, (_, n) => ({ page: 'devices', dueMs: n * 100, ms: msOf(n * 100) }))
}

function phase(changes: Partial<AbusePhase> = {}): AbusePhase {
  return {
    attack: { connections: 64 },
    attackerCores: 0.5,
    endedMs: 20_000,
    watchedMs: 35_000,
    wholeMs: 35_000,
    levelMs: 10,
    calls: calls(() => 12),
    knocks: [5, 6],
    messages,
    offered: 35_000,
    lost: 0,
    memory: { before: 300, max: 556, after: 320 },
    rows: { byte_log: 350, oper_log: 0 },
    lines: 70,
    loadAverage: 2,
    ...changes,
  }
}

/** The missed goals. */
function missed(changes: Partial<AbusePhase>): string[] {
  return Object.entries(metOf(phase(changes))).flatMap(([goal, isMet]) => (isMet ? [] : [goal]))
}

it('a phase without any effect on users misses no goal', () => {
  expect(missed({})).toEqual([])
  expect(phaseFigures(phase())).toMatchObject({
    attack: { connections: 64, seconds: 20, cores: 0.5 },
    people: { calls: 350, failed: 0, p50Ms: 12, p99Ms: 12, p99MsByPage: { devices: 12 } },
    rowsPerSecond: { byte_log: 10 },
    logLinesPerSecond: 2,
    recoveryS: 0,
  })
})

it('each goal can be missed, and a failed call counts as infinitely late', () => {
  expect(missed({ memory: { before: 300, max: 557, after: 300 } })).toEqual(['memory'])
  expect(missed({ calls: calls((dueMs) => (dueMs < 500 ? 501 : 12)) })).toEqual(['people'])
  expect(missed({ calls: calls((dueMs) => (dueMs < 500 ? never : 12)) })).toEqual(['people', 'calls'])
  expect(missed({ calls: [] })).toContain('calls')
  expect(missed({ knocks: [5, never] })).toEqual(['devices'])
  expect(missed({ knocks: [] })).toEqual(['devices'])
  expect(missed({ messages: { ...messages, acknowledged: 34_999 } })).toEqual(['acknowledged'])
  expect(missed({ messages: undefined })).toEqual(['acknowledged'])
  expect(missed({ lost: 1 })).toEqual(['lost'])
})

it('latency counts during the attack, failures also during the pause after it', () => {
  const afterwards = phase({ calls: calls((dueMs) => (dueMs >= 20_000 && dueMs < 22_000 ? never : 12)) })
  expect(phaseFigures(afterwards)).toMatchObject({ people: { failed: 20, p99Ms: 12 }, recoveryS: 2 })
  expect(metOf(afterwards)).toMatchObject({ people: true, calls: false })
})
