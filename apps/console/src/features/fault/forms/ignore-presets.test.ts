import { expect, test } from 'vitest'
import { ignorePresets } from './ignore-presets.ts'

const ZONE = 'Asia/Shanghai'
const ends = (now: string) =>
  ignorePresets(Date.parse(now), ZONE).map(({ name, until }) => [name, new Date(until).toISOString()])

test('ends are of the day of the reader, over the end of a month too', () => {
  expect(ends('2026-02-28T02:00:00.000Z')).toEqual([
    ['hours2', '2026-02-28T04:00:00.000Z'],
    ['tonight', '2026-02-28T10:00:00.000Z'],
    ['tomorrow', '2026-03-01T00:00:00.000Z'],
    ['days7', '2026-03-07T02:00:00.000Z'],
  ])
})

test('this evening is offered only while it is ahead', () => {
  expect(ends('2026-02-28T10:00:00.000Z').map(([name]) => name)).toEqual(['hours2', 'tomorrow', 'days7'])
})
