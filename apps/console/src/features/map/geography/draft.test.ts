import type { GeoPosition } from '@sluice/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Draft, draftOf, geometryOf, kindsFor, startDraft, stepDraft } from './draft.ts'

const add = (draft: Draft, ...places: GeoPosition[]) =>
  places.reduce((one, at) => stepDraft(one, { do: 'add', at }), draft)

test('a line grows corner by corner and is complete with two', () => {
  const one = add(startDraft('LineString'), [116, 37])
  expect([geometryOf(one), stepDraft(one, { do: 'end' }).growing]).toEqual([null, true])
  const two = stepDraft(add(one, [116.1, 37.00000049]), { do: 'end' })
  expect(two.growing).toBe(false)
  expect(geometryOf(two)).toEqual({
    type: 'LineString',
    coordinates: [
      [116, 37],
      [116.1, 37],
    ],
  })
  expect(add(two, [1, 1])).toBe(two)
})

test('a polygon closes itself, a point is complete at once', () => {
  const square = add(startDraft('Polygon'), [0, 0], [1, 0], [1, 1])
  expect(geometryOf(square)).toEqual({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  })
  const point = add(startDraft('Point'), [5, 5])
  expect([point.growing, geometryOf(point)]).toEqual([false, { type: 'Point', coordinates: [5, 5] }])
})

test('corners are moved, added and removed, but never below the minimum of the shape; undo takes back a whole drag', () => {
  const line = draftOf({
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  })!
  expect(stepDraft(line, { do: 'remove', index: 0 })).toBe(line)
  const bent = stepDraft(line, { do: 'insert', index: 1, at: [0.5, 0] })
  let dragged = stepDraft(bent, { do: 'move', index: 1, at: [0.6, 0] })
  for (const x of [0.7, 0.8]) dragged = stepDraft(dragged, { do: 'move', index: 1, at: [x, 0], more: true })
  expect(dragged.positions[1]).toEqual([0.8, 0])
  expect(stepDraft(dragged, { do: 'undo' }).positions).toEqual(bent.positions)
})

test('undoing every step leads back to the beginning', () => {
  const place = fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -80, max: 80 }))
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (places) => {
      let draft = add(startDraft('Polygon'), ...places)
      for (const _place of places) draft = stepDraft(draft, { do: 'undo' })
      expect(draft.positions).toEqual([])
      expect(stepDraft(draft, { do: 'undo' })).toBe(draft)
    }),
  )
})

test('areas of several parts keep their geometry; each shape offers its possible kinds', () => {
  const two = { type: 'MultiPolygon', coordinates: [] } as never
  expect(draftOf(two)).toBeNull()
  expect(kindsFor('Point')).toEqual(['PLACE'])
  expect(kindsFor('LineString')).toEqual(['WATER', 'CANAL', 'PIPE', 'ROAD'])
})

test('redo repeats an undone step, until another step is made', () => {
  const whole = add(startDraft('LineString'), [116, 37], [116.1, 37], [116.2, 37])
  const back = stepDraft(stepDraft(whole, { do: 'undo' }), { do: 'undo' })
  expect(back.positions).toHaveLength(1)
  const again = stepDraft(stepDraft(back, { do: 'redo' }), { do: 'redo' })
  expect(again.positions).toEqual(whole.positions)
  expect(stepDraft(again, { do: 'redo' })).toBe(again)
  const other = add(back, [117, 38])
  expect([other.future, stepDraft(other, { do: 'redo' })]).toEqual([[], other])
})
