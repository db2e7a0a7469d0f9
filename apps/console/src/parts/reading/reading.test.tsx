import type { Reading as ReadingValue } from '@sluice/contract'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { formatNumber, MISSING } from '../../lib/text/reading-format.ts'
import { startTexts } from '../../lib/text/text.ts'
import { numeric, positionOf } from '../../domain/command/valve-position.ts'
import { Reading, valueText } from './reading.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

const ts = '2026-05-01T00:00:00.000Z'
const HOSTILE: ReadingValue['v'][] = [
  'n/a',
  'constructor',
  '__proto__',
  '{{n}}',
  '$t(metric.flow)',
  '值'.repeat(5000),
  '',
  true,
  null,
  1e308,
  -1e308,
  Number.MAX_SAFE_INTEGER,
]

const FACE = { unit: '%', decimals: 0 }

function shown(key: string, v: ReadingValue['v'], q: ReadingValue['q'] = 'BAD'): HTMLElement {
  return render(<Reading metric={key} reading={{ v, ts, q }} face={FACE} />).container.firstElementChild as HTMLElement
}

describe('a reading with a value of any kind under any key', () => {
  test('is written in a few characters and never breaks the page', () => {
    for (const key of ['flow', 'opening', 'valveState', 'doorOpen', 'constructor', 'vendorKey'])
      for (const v of HOSTILE) {
        const text = valueText(key, v, {})
        expect([key, typeof text, text.length > 0 && text.length < 50]).toEqual([key, 'string', true])
        expect(shown(key, v).textContent).toContain(text)
        cleanup()
      }
  })

  test('has no unit if it is not a number, and is struck out if it is BAD', () => {
    expect(shown('opening', 'half').textContent).toBe('half')
    expect(shown('opening', 'half').className).toBe('reading stale bad')
    expect(shown('opening', 40, 'GOOD').textContent).toBe('40%')
    expect(shown('opening', 40, 'GOOD').className).not.toContain('bad')
    expect(shown('valveState', '', 'BAD').textContent).toBe(MISSING)
  })

  test('a number with more digits than a place has room for is written with an exponent', () => {
    expect(formatNumber(-1e308, 2)).toBe('−1.000e+308')
    expect(formatNumber(999_999_999_999_999, 0)).toBe('999,999,999,999,999')
  })
})

describe('the position of a valve', () => {
  const state = (opening: ReadingValue['v'], valveState: ReadingValue['v'], q: ReadingValue['q'] = 'GOOD') => {
    const values = { opening: { v: opening, ts, q }, valveState: { v: valveState, ts, q } }
    const nobody = { deviceId: '1', deptId: '1', status: 'ONLINE', offlineCause: null, lastSeenTime: ts } as const
    return { ...nobody, values, faults: [] }
  }

  test('is unknown when values have another kind, whatever their names', () => {
    for (const v of HOSTILE) {
      const { opening, motion } = positionOf(state(typeof v === 'number' ? 'x' : v, v))
      expect([v, opening, motion]).toEqual([v, null, null])
      expect(numeric(state(typeof v === 'number' ? 'x' : v, v), 'opening')).toBeNull()
    }
  })

  test('is not taken from a BAD value', () => {
    expect(positionOf(state(40, 'OPEN', 'BAD'))).toMatchObject({ opening: null })
    expect(positionOf(state(40, 'PARTIAL'))).toMatchObject({ opening: 40 })
    expect(positionOf(state(40, 'CLOSED'))).toMatchObject({ opening: 0 })
  })
})
