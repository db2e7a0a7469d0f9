import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { landColours } from '../canvas/style/map-colours.ts'
import type { FlowMark } from './flow.rules.ts'
import { type FlowBody, paintFlow } from './flow-painter.ts'

/** A canvas that notes what its brush does, in order. */
let done: string[]
const brush = {
  clearRect: () => void done.push('clear'),
  stroke: ({ corners }: { corners: number }) => void done.push(`stroke ${corners} ${brush.strokeStyle}`),
  fill: ({ corners }: { corners: number }) => void done.push(`fill ${corners} ${brush.fillStyle}`),
  strokeStyle: '',
  fillStyle: '',
}

beforeEach(() => {
  done = []
  vi.stubGlobal(
    'Path2D',
    class {
      corners = 0
      moveTo() {
        this.corners++
      }
      lineTo() {
        this.corners++
      }
      closePath() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const COLOURS = { ...landColours(), flow: 'dark', flowEdge: 'pale' }
/** One unit of the world is a pixel. */
const VIEW = { west: 0, north: 0, east: 400, south: 300, zoom: 12 }
const sheet = { width: 400, height: 300, view: VIEW, bodies: [] as FlowBody[] }
const mark = (x: number, y: number): FlowMark => ({ head: [x, y], tail: [[x - 15, y]] })
const paint = (marks: FlowMark[], bodies = sheet.bodies) =>
  paintFlow(brush as unknown as CanvasRenderingContext2D, marks, { ...sheet, bodies }, COLOURS)

test('any number of marks is four strokes: the edge of tails and heads, then the marks', () => {
  expect(paint([mark(50, 50), mark(90, 50), mark(130, 50)])).toBe(3)
  expect(done).toEqual(['clear', 'stroke 6 pale', 'stroke 9 pale', 'stroke 6 dark', 'fill 9 dark'])
})

test('a mark at the very beginning of its stretch has no direction yet', () => {
  expect(paint([{ head: [50, 50], tail: [[50, 50]] }])).toBe(0)
})

test('water flows on under a marker: no mark is drawn over a body, with its head or its tail', () => {
  const body = (x: number, y: number, radius = 15) => [{ x, y, radius }]
  expect(paint([mark(50, 50), mark(90, 50)], body(92, 58))).toBe(1)
  expect([paint([mark(50, 50)], body(65, 50)), paint([mark(50, 50)], body(64, 50))]).toEqual([1, 0])
  expect([paint([mark(50, 50)], body(20, 50)), paint([mark(50, 50)], body(21, 50))]).toEqual([1, 0])
  expect([paint([mark(50, 50)], body(64, 50, 13)), paint([mark(50, 50)], body(70, 50, 21))]).toEqual([1, 0])
  expect(done.at(-1)).toBe('clear')
})
