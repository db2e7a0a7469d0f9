import { describe, expect, it } from 'vitest'
import { timestamptzToIso } from './db-values.ts'

describe('a moment read from the store', () => {
  it.each([
    ['2026-01-31 08:15:00+00', '2026-01-31T08:15:00.000Z'],
    ['2026-01-31 08:15:00.5+00', '2026-01-31T08:15:00.500Z'],
    ['2026-01-31 08:15:00.123+00', '2026-01-31T08:15:00.123Z'],
    ['2026-01-31 08:15:00.1234+00', '2026-01-31T08:15:00.123400Z'],
    ['2026-01-31 08:15:00.123456+00', '2026-01-31T08:15:00.123456Z'],
    ['2026-01-31 08:15:00+08', '2026-01-31T00:15:00.000Z'],
    ['2026-01-31 08:15:00.25+05:30', '2026-01-31T02:45:00.250Z'],
    ['infinity', 'infinity'],
    ['0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00 BC'],
  ])('%s is %s', (text, expected) => {
    expect(timestamptzToIso(text)).toBe(expected)
  })

  it('looks like what Date writes', () => {
    const moment = new Date(1_769_847_300_120)
    const stored = moment.toISOString().replace('T', ' ').replace('0Z', '+00')
    expect(timestamptzToIso(stored)).toBe(moment.toISOString())
  })
})
