import type { LngLat } from '@sluice/contract'
import { expect, test } from 'vitest'
import { byWay, placeOfWork, wayOf } from './day.rules.ts'

const order = (id: string, place: LngLat | null, more: object = {}) =>
  ({ id, place, level: 3, status: 'ACCEPTED', ...more }) as const
const HERE: LngLat = [116, 39]
const [NEAR, FAR, FARTHER] = [order('near', [116.01, 39]), order('far', [116.05, 39]), order('farther', [116.06, 39])]
const ids = (stops: { order: { id: string } }[]) => stops.map((stop) => stop.order.id)

test('orders follow the way from one to the next nearest; one without a place comes last', () => {
  const stops = byWay([FARTHER, order('nowhere', null), FAR, NEAR], HERE)
  expect(ids(stops)).toEqual(['near', 'far', 'farther', 'nowhere'])
  expect(stops.map(({ metres }) => metres && Math.round(metres / 100))).toEqual([9, 35, 9, null])
  expect(Math.round(wayOf(stops) / 100)).toBe(52)
})

test('what is most urgent comes first, however far it is', () => {
  expect(ids(byWay([NEAR, { ...FARTHER, level: 4 }, FAR], HERE))).toEqual(['farther', 'far', 'near'])
})

test('without a beginning the orders stay as they came: by the time that is left', () => {
  expect(ids(byWay([FAR, NEAR], null))).toEqual(['far', 'near'])
  expect(wayOf(byWay([FAR, NEAR], null))).toBe(0)
})

test('the way begins at the order that is being worked on', () => {
  expect(placeOfWork([FAR, { ...NEAR, status: 'REPAIRING' }])).toEqual(NEAR.place)
  expect(placeOfWork([FAR, NEAR])).toBeNull()
})
