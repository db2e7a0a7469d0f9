import { expect, test } from 'vitest'
import type { ChartInk } from '../../parts/chart/chart-ink.ts'
import { swapSeries } from './swap-mark.ts'

test('an exchange of units is a line through every frame, worded once', () => {
  const drawn = swapSeries([{ at: 5, text: '换下 旧阀' }], 2, { t2: 'grey' } as ChartInk) as {
    xAxisIndex: number
    markLine: { data: { xAxis: number; label: { show: boolean; formatter: string } }[] }
  }[]
  expect(drawn.map(({ xAxisIndex, markLine }) => [xAxisIndex, markLine.data.map(({ xAxis }) => xAxis)])).toEqual([
    [0, [5]],
    [1, [5]],
  ])
  expect(drawn.map(({ markLine }) => markLine.data[0]!.label.show)).toEqual([true, false])
  expect(drawn[0]!.markLine.data[0]!.label.formatter).toBe('换下 旧阀')
  expect(swapSeries([], 2, {} as ChartInk)).toEqual([])
})
