import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { HistoryTable } from './history-table.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

const at = (hour: number, v = 1) => ({ t: new Date(Date.UTC(2026, 4, 1, hour)).toISOString(), v })

test('a gap is a line of its own: its time, and its length at the metrics that miss', () => {
  const answer = {
    bucket: 'RAW' as const,
    reportIntervalS: 3600,
    series: { level: [at(0), at(7), at(8)], flow: [0, 1, 2, 3, 4, 5, 6, 7].map((hour) => at(hour, 2)) },
  }
  render(<HistoryTable points={[{ key: 'level' }, { key: 'flow' }]} answer={answer} />)
  const rows = screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  const [gap, ...others] = rows.filter((cells) => cells.some((text) => text?.includes('无数据')))
  expect([gap!.slice(1), others]).toEqual([['无数据 6 小时', ''], []])
  expect(gap![0]).toMatch(/01:00:00 – .*07:00:00|09:00:00 – .*15:00:00/)
  // It stands at the time from which values miss, newest first.
  const times = rows.map(([time]) => time ?? '')
  expect(times.indexOf(gap![0]!)).toBeGreaterThan(times.findIndex((time) => /02:00:00$|10:00:00$/.test(time)))
})

test('more values than a page has are turned by the pager of every list', async () => {
  const hours = Array.from({ length: 60 }, (_, hour) => at(hour, hour))
  const answer = { bucket: 'RAW' as const, reportIntervalS: 3600, series: { level: hours } }
  render(<HistoryTable points={[{ key: 'level' }]} answer={answer} />)
  const values = () => screen.getAllByRole('row').length
  const first = values()
  await userEvent.setup().click(within(screen.getByTestId('pager')).getByTitle('2'))
  expect(first - values()).toBe(40)
})
