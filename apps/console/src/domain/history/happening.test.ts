import type { Fault } from '@sluice/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { faultsWithin } from './happening.ts'

const [FROM, TO] = [Date.UTC(2025, 5, 12), Date.UTC(2025, 5, 13)]
const at = (hour: number) => new Date(FROM + hour * 3_600_000).toISOString()

function fault(id: string, first: number, clear: number | null, level = 3): Fault {
  const times = { firstTime: at(first), lastTime: at(first), clearTime: clear === null ? null : at(clear) }
  const conditionState = clear === null ? ('ACTIVE' as const) : ('CLEARED' as const)
  return { id, deviceId: '1', code: 'V02', level, conditionState, count: 1, ...times }
}

beforeAll(() => startTexts('zh-CN'))

test('docs/spec/look.md#4: a fault shades its whole duration, and is named where it began', () => {
  const faults = [fault('inside', 3, 5), fault('before', -4, 2, 2), fault('still', 20, null, 4), fault('over', -9, -8)]
  const { spans, happenings } = faultsWithin(faults, FROM, TO)
  const hours = spans.map(({ from, to, level }) => [(from - FROM) / 3_600_000, (to - FROM) / 3_600_000, level])
  expect(hours).toEqual([
    [3, 5, 3],
    [0, 2, 2],
    [20, 24, 4],
  ])
  expect(happenings.map(({ key, glyph }) => [key, glyph])).toEqual([
    ['fault inside', 'level3'],
    ['fault still', 'level4'],
  ])
})
