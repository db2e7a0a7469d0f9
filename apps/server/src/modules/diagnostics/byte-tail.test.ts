import { expect, test } from 'vitest'
import { ByteTail, sampled, type TailEntry, toByteLine } from './byte-tail.ts'

const T0 = Date.UTC(2026, 7, 3, 1)
const entry = (more: Partial<TailEntry> = {}): TailEntry => ({
  at: T0,
  deviceId: '7',
  protocol: 'SL651',
  remote: '10.0.0.8:5000',
  direction: 'UP',
  raw: Uint8Array.of(0x7e, 1),
  func: '32',
  state: 'TAKEN',
  because: 'OK',
  byteAt: null,
  detail: null,
  ...more,
})
const seqs = (lines: readonly { seq: number }[]) => lines.map(({ seq }) => seq)

test('lines after a number come in order', () => {
  const tail = new ByteTail()
  for (let n = 0; n < 4; n++) tail.note(entry())
  expect(seqs(tail.after(2))).toEqual([3, 4])
  expect(tail.last).toBe(4)
  expect(tail.after(4)).toEqual([])
})

test('a number of an earlier process means all', () => {
  const tail = new ByteTail()
  tail.note(entry())
  expect(seqs(tail.after(900))).toEqual([1])
})

test('the oldest lines are forgotten, and nothing else', () => {
  const tail = new ByteTail()
  for (let n = 0; n < 9000; n++) tail.note(entry())
  const lines = tail.after(0)
  expect(lines).toHaveLength(8192)
  expect(lines[0]!.seq).toBe(9000 - 8191)
  expect(lines.at(-1)!.seq).toBe(9000)
})

test('of a long frame the beginning is held, with its whole length', () => {
  const tail = new ByteTail()
  tail.note(entry({ raw: new Uint8Array(10_000) }))
  expect(tail.after(0)[0]).toMatchObject({ length: 10_000 })
  expect(tail.after(0)[0]!.raw).toHaveLength(4200)
})

test('every line shows its own bytes, and one whose bytes were written over is forgotten', () => {
  const tail = new ByteTail()
  for (let n = 0; n < 3000; n++) tail.note(entry({ raw: new Uint8Array(1 + ((n * 611) % 4200)).fill(n % 251) }))
  const lines = tail.after(0)
  expect(lines.at(-1)!.seq).toBe(3000)
  for (const { seq, raw, length } of lines) {
    const n = seq - 1
    expect(length).toBe(1 + ((n * 611) % 4200))
    expect(raw).toEqual(new Uint8Array(length).fill(n % 251))
  }
  const bytes = lines.reduce((sum, { length }) => sum + length, 0)
  expect(bytes).toBeGreaterThan(4 * 1024 * 1024 - 2 * 4200)
  expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024)
})

test('what was handed out stays as it was when new lines come', () => {
  const tail = new ByteTail()
  tail.note(entry({ raw: Uint8Array.of(1) }))
  const [line] = tail.after(0)
  for (let n = 0; n < 9000; n++) tail.note(entry({ raw: new Uint8Array(600), state: 'REFUSED' }))
  expect(line).toMatchObject({ raw: Uint8Array.of(1), state: 'TAKEN', seq: 1 })
})

test('lines are counted by the second, and a second of the minute before is none', () => {
  const tail = new ByteTail()
  for (const at of [T0, T0 + 999, T0 + 1000]) tail.note(entry({ at }))
  const counts = tail.perSecond(T0 + 2000)
  expect(counts).toHaveLength(60)
  expect(counts.slice(-3)).toEqual([0, 2, 1])
  expect(tail.perSecond(T0 + 60_000).slice(0, 2)).toEqual([2, 1])
  expect(tail.perSecond(T0 + 62_000)).toEqual(Array(60).fill(0))
})

test('of more lines than fit every n-th is shown, the last always', () => {
  expect(sampled([1, 2, 3], 3)).toEqual({ lines: [1, 2, 3], everyNth: 1 })
  expect(sampled([1, 2, 3, 4, 5], 2)).toEqual({ lines: [2, 5], everyNth: 3 })
  expect(sampled([], 2)).toEqual({ lines: [], everyNth: 1 })
})

test('a line travels with its bytes as hex and its time as text', () => {
  const line = toByteLine({ ...entry(), seq: 3, length: 2 }, '北山')
  expect(line).toMatchObject({ seq: 3, hex: '7E01', ts: '2026-08-03T01:00:00.000Z', deviceName: '北山', because: 'OK' })
})
