import { FIRMWARE_DEVICE_STATES } from '@sluice/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterReport,
  nextStep,
  OFFERED_STATES,
  partOf,
  percentAt,
  type RolloutProgress,
  runs,
} from './rollout.rules.ts'

const target = { title: 'valve', version: '2.0' }

describe('what a device says', () => {
  test('proves the update only by the version that it runs', () => {
    for (const state of OFFERED_STATES) {
      expect(afterReport(state, { title: 'valve', version: '2.0' }, target)).toEqual({ state: 'UPDATED', reason: null })
      expect(afterReport(state, { state: 'UPDATED', version: '1.0' }, target)).toEqual({
        state: 'FAILED',
        reason: 'OTHER_VERSION',
      })
    }
    expect(afterReport('VERIFIED', { state: 'UPDATED' }, target)).toEqual({ state: 'UPDATING', reason: null })
    expect(afterReport('UPDATING', { state: 'UPDATED' }, target)).toBeUndefined()
    expect(afterReport('UPDATING', { title: 'other', version: '2.0' }, target)).toBeUndefined()
    expect(runs({ version: '2.0' }, target)).toBe(true)
  })

  test('is a proof also after it was given up, and before it was told', () => {
    expect(afterReport('TIMED_OUT', { version: '2.0' }, target)).toEqual({ state: 'UPDATED', reason: null })
    expect(afterReport('FAILED', { version: '2.0' }, target)).toEqual({ state: 'UPDATED', reason: null })
    expect(afterReport('WAITING', { version: '2.0' }, target)).toEqual({ state: 'SKIPPED', reason: 'ALREADY' })
    expect(afterReport('SKIPPED', { version: '2.0' }, target)).toBeUndefined()
  })

  test('is how far it is, in its own words, and why it failed', () => {
    expect(afterReport('OFFERED', { state: 'DOWNLOADING' }, target)).toEqual({ state: 'DOWNLOADING', reason: null })
    // It lost power and begins again.
    expect(afterReport('DOWNLOADED', { state: 'DOWNLOADING' }, target)).toEqual({ state: 'DOWNLOADING', reason: null })
    expect(afterReport('DOWNLOADING', { state: 'FAILED', error: 'no space' }, target)).toEqual({
      state: 'FAILED',
      reason: 'no space',
    })
    expect(afterReport('DOWNLOADING', { state: 'DOWNLOADING' }, target)).toBeUndefined()
    expect(afterReport('OFFERED', { state: 'WAITING' }, target)).toBeUndefined()
    expect(afterReport('OFFERED', { version: '1.0' }, target)).toBeUndefined()
    expect(afterReport('FAILED', { state: 'DOWNLOADING' }, target)).toBeUndefined()
    expect(afterReport('WAITING', { state: 'FAILED' }, target)).toBeUndefined()
  })

  test('never makes one UPDATED that does not run it', () => {
    const word = fc.option(fc.constantFrom('UPDATED', 'FAILED', 'VERIFIED', 'updated', 'x'), { nil: undefined })
    fc.assert(
      fc.property(fc.constantFrom(...FIRMWARE_DEVICE_STATES), word, fc.string(), (state, said, version) => {
        fc.pre(version !== '2.0')
        const report = { version, ...(said !== undefined && { state: said }) }
        expect(afterReport(state, report, target)?.state).not.toBe('UPDATED')
      }),
    )
  })
})

const progress = (more: Partial<RolloutProgress> = {}): RolloutProgress => ({
  wave: 1,
  waveCount: 3,
  devices: 10,
  settled: 10,
  failed: 0,
  maxFailurePct: 10,
  pauseMinutes: 5,
  goAhead: false,
  waveEndedAt: null,
  ...more,
})
const NOW = 10_000_000

describe('a roll-out', () => {
  test('begins with its first wave, and rests between waves', () => {
    expect(nextStep(progress({ wave: 0, devices: 0, settled: 0 }), NOW)).toBe('OPEN')
    expect(nextStep(progress({ settled: 9 }), NOW)).toBe('WAIT')
    expect(nextStep(progress(), NOW)).toBe('REST')
    expect(nextStep(progress({ waveEndedAt: NOW - 299_999 }), NOW)).toBe('WAIT')
    expect(nextStep(progress({ waveEndedAt: NOW - 300_000 }), NOW)).toBe('OPEN')
    expect(nextStep(progress({ pauseMinutes: 0 }), NOW)).toBe('OPEN')
    expect(nextStep(progress({ wave: 3 }), NOW)).toBe('DONE')
  })

  test('without a pause waits for somebody after each wave', () => {
    expect(nextStep(progress({ pauseMinutes: null }), NOW)).toBe('HOLD')
    expect(nextStep(progress({ pauseMinutes: null, goAhead: true }), NOW)).toBe('OPEN')
    expect(nextStep(progress({ pauseMinutes: null, goAhead: true, settled: 9 }), NOW)).toBe('WAIT')
  })

  test('stops as soon as more failed than it may, also in the middle of a wave', () => {
    expect(nextStep(progress({ settled: 1, failed: 1 }), NOW)).toBe('WAIT')
    expect(nextStep(progress({ settled: 2, failed: 2 }), NOW)).toBe('STOP')
    expect(nextStep(progress({ devices: 1, settled: 1, failed: 1 }), NOW)).toBe('STOP')
    expect(nextStep(progress({ maxFailurePct: 0, settled: 1, failed: 1 }), NOW)).toBe('STOP')
    expect(nextStep(progress({ maxFailurePct: 100, failed: 10 }), NOW)).toBe('REST')
  })

  test('never lets a wave go after one in which too many failed', () => {
    const devices = fc.integer({ min: 1, max: 1000 })
    fc.assert(
      fc.property(
        devices,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(100),
        fc.boolean(),
        (n, part, pct, go) => {
          const failed = Math.round(part * n)
          const step = nextStep(
            progress({ devices: n, settled: n, failed, maxFailurePct: pct, goAhead: go, waveEndedAt: 0 }),
            NOW,
          )
          expect(step).toBe(failed / n > pct / 100 ? 'STOP' : 'OPEN')
        },
      ),
    )
  })
})

describe('a part of a file', () => {
  test('is what its number and size say, empty beyond the end', () => {
    expect(partOf(1000, { part: 0, size: 256 })).toEqual({ from: 0, to: 256 })
    expect(partOf(1000, { part: 3, size: 256 })).toEqual({ from: 768, to: 1000 })
    expect(partOf(1000, { part: 4, size: 256 })).toEqual({ from: 1000, to: 1000 })
    expect([partOf(1000, { part: 0, size: 127 }), partOf(1000, { part: 0, size: 65_537 })]).toEqual([
      undefined,
      undefined,
    ])
    expect([percentAt(0, 1000), percentAt(999, 1000), percentAt(1000, 1000)]).toEqual([0, 99, 100])
  })

  test('and all parts together are the file', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 128, max: 5000 }), (length, size) => {
        let at = 0
        for (let part = 0; ; part++) {
          const { from, to } = partOf(length, { part, size })!
          expect(from).toBe(at)
          if (from === to) break
          at = to
        }
        expect(at).toBe(length)
      }),
    )
  })
})
