import type { MapEvents } from '@sluice/contract'
import { expect, test } from 'vitest'
import { axisOf, eventBeside, MINUTE_MS, momentsOf, onAxis, shareOf, spansOf, ticksOf } from './past.rules.ts'

const at = (text: string) => Date.parse(`2026-06-${text}Z`)
const NOON = at('12T04:00:30')
const axis = axisOf(NOON, 24)

const EVENTS: MapEvents = {
  commands: [
    {
      id: '1',
      deviceId: '7',
      deviceName: '12#阀',
      code: 'OPEN',
      status: 'EXECUTED',
      createTime: '2026-06-11T20:10:20Z',
    },
  ],
  faults: [
    {
      id: '2',
      deviceId: '7',
      deviceName: '12#阀',
      code: 'S01',
      level: 3,
      firstTime: '2026-06-11T22:00:00Z',
      clearTime: null,
    },
    {
      id: '3',
      deviceId: '8',
      deviceName: '13#阀',
      code: 'P03',
      level: 2,
      firstTime: '2026-06-10T22:00:00Z',
      clearTime: '2026-06-11T16:00:00Z',
    },
  ],
}

test('the axis ends with the running minute, and no moment leaves it', () => {
  expect(axis).toEqual({ from: at('11T04:00:00'), to: at('12T04:00:00') })
  expect(onAxis(at('11T10:20:59'), axis)).toBe(at('11T10:20:00'))
  expect([onAxis(0, axis), onAxis(NOON + 1e9, axis)]).toEqual([axis.from, axis.to])
  expect([shareOf(axis.from, axis), shareOf(at('11T16:00:00'), axis), shareOf(axis.to, axis)]).toEqual([0, 50, 100])
})

test('a step leads to the minute in which the next or the previous event shows, never off the axis', () => {
  const moments = momentsOf(EVENTS)
  expect(moments).toEqual([at('10T22:00:00'), at('11T16:00:00'), at('11T20:10:20'), at('11T22:00:00')])
  const step = (time: number, way: 1 | -1) => eventBeside(moments, time, axis, way)
  expect(step(axis.from, 1)).toBe(at('11T16:00:00'))
  expect(step(at('11T16:00:00'), 1)).toBe(at('11T20:11:00'))
  expect(step(at('11T20:11:00'), 1)).toBe(at('11T22:00:00'))
  expect(step(at('11T22:00:00'), 1)).toBeNull()
  expect(step(at('11T22:00:00'), -1)).toBe(at('11T20:11:00'))
  expect(step(at('11T16:00:00'), -1)).toBeNull()
})

test('a fault is a part of the axis: from its edge when it began before, to its end while it holds', () => {
  expect(spansOf(EVENTS, axis)).toMatchObject([
    { id: '2', left: 75, width: 25 },
    { id: '3', left: 0, width: 50 },
  ])
})

test('labels stand at whole hours of the place, and at its midnights in a week', () => {
  const offset = 8 * 60 * MINUTE_MS
  const day = ticksOf(axis, 24, offset)
  expect([day[0], day.at(-1), day.length]).toEqual([at('11T04:00:00'), at('12T04:00:00'), 9])
  const week = ticksOf(axisOf(NOON, 168), 168, offset)
  expect([week[0], week.length]).toEqual([at('05T16:00:00'), 7])
})
