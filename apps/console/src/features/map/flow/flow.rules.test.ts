import type { GeoPosition } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { lngOf, latOf, WORLD_PX, type WorldView } from '../canvas/mercator.ts'
import { type FlowStretch, MARK_PX, marksOn, stretchesOf, worldLine } from './flow.rules.ts'

const valves = (...of: [at: number, flowM3h: number | null][]) => of.map(([at, flowM3h]) => ({ at, flowM3h }))
const levels = (...flows: number[]) => flows.map((flow) => stretchesOf(valves([0.5, flow]), 'FORWARD')[0]?.level)

describe('what the valves of an edge prove', () => {
  test('how much flows has three levels: below 50, up to 250, more', () => {
    expect(levels(0.1, 49.99, 50, 250, 250.01, 4000)).toEqual([1, 1, 2, 2, 3, 3])
    expect(levels(-49.99, -50, -250.01)).toEqual([1, 2, 3])
  })

  test('the direction is that of the edge, turned where the reading is below zero', () => {
    const sense = (flow: 'FORWARD' | 'BACKWARD' | 'BOTH' | null, flowM3h: number) =>
      stretchesOf(valves([0, flowM3h]), flow)[0]?.sense
    expect([sense('FORWARD', 5), sense('BACKWARD', 5), sense('BOTH', 5)]).toEqual([1, -1, 1])
    expect([sense('FORWARD', -5), sense('BACKWARD', -5), sense('BOTH', -5)]).toEqual([-1, 1, -1])
    expect(sense(null, 5)).toBeUndefined()
  })

  test('one valve speaks for the whole line, several each for what is nearest', () => {
    const whole = { from: 0, to: 1, sense: 1, level: 1 }
    expect(stretchesOf(valves([0.3, 5]), 'FORWARD')).toEqual([whole])
    expect(stretchesOf(valves([0.2, 300], [0.6, 60], [1, 5]), 'FORWARD')).toEqual([
      { from: 0, to: 0.4, sense: 1, level: 3 },
      { from: 0.4, to: 0.8, sense: 1, level: 2 },
      { from: 0.8, to: 1, sense: 1, level: 1 },
    ])
    expect(stretchesOf(valves([0.2, 5], [0.6, 8], [0.6, 9]), 'FORWARD')).toEqual([whole])
    const between = stretchesOf(valves([0, 5], [0.5, 60], [0.5, 300], [0.5, 60], [1, 5]), 'FORWARD')
    expect(between.map(({ from, to, level }) => [from, to, level])).toEqual([
      [0, 0.25, 1],
      [0.25, 0.75, 2],
      [0.75, 1, 1],
    ])
  })

  test('nothing is drawn around a valve that stands still or tells nothing', () => {
    const around = stretchesOf(valves([0.2, 5], [0.4, null], [0.6, 0], [1, 5]), 'FORWARD')
    expect(around.map(({ from, to }) => [from, to])).toEqual([
      [0, expect.closeTo(0.3)],
      [0.8, 1],
    ])
    expect(stretchesOf(valves([0.5, null]), 'FORWARD')).toEqual([])
    expect(stretchesOf([], 'FORWARD')).toEqual([])
  })

  test('two directions, or two amounts, are not one stretch', () => {
    expect(stretchesOf(valves([0, 5], [1, -5]), 'BOTH').map(({ sense }) => sense)).toEqual([1, -1])
    expect(stretchesOf(valves([0, 5], [1, 55]), 'BOTH').map(({ level }) => level)).toEqual([1, 2])
  })
})

/** A world of pixels: lines are written in pixels of this zoom, and marks are read in them. */
const ZOOM = 12
const PIXEL = 1 / (WORLD_PX * 2 ** ZOOM)
const place = (x: number, y: number): GeoPosition => [lngOf(0.8 + x * PIXEL), latOf(0.4 + y * PIXEL)]
const viewOf = (west: number, east: number, zoom = ZOOM): WorldView => ({
  west: 0.8 + west * PIXEL,
  east: 0.8 + east * PIXEL,
  north: 0.4 - 300 * PIXEL,
  south: 0.4 + 300 * PIXEL,
  zoom,
})
const WIDE = viewOf(-1000, 2000)
const px = ([x, y]: readonly [number, number]) => [Math.round((x - 0.8) / PIXEL), Math.round((y - 0.4) / PIXEL)]
const straight = worldLine([place(0, 0), place(1000, 0)])
const all: FlowStretch = { from: 0, to: 1, sense: 1, level: 1 }
const heads = (stretch: Partial<FlowStretch>, view = WIDE, seconds: number | null = null, line = straight) =>
  marksOn(line, [{ ...all, ...stretch }], view, seconds).map(({ head }) => px(head)[0]!)
const gaps = (of: readonly number[]) => new Set(of.slice(1).map((x, n) => x - of[n]!))

describe('marks along a line', () => {
  test('more water has more marks, at equal distances from half of one on', () => {
    expect(heads({ level: 1 })).toEqual([46, 138, 230, 322, 414, 506, 598, 690, 782, 874, 966])
    expect([...gaps(heads({ level: 2 }))]).toEqual([52])
    expect([...gaps(heads({ level: 3 }))]).toEqual([28])
    expect(heads({ level: 3 })[0]).toBe(14)
  })

  test('they travel in the direction of the flow, faster where more flows, and begin again after one space', () => {
    const moved = (stretch: Partial<FlowStretch>) => heads(stretch, WIDE, 1)[0]! - heads(stretch)[0]!
    expect([moved({ level: 1 }), moved({ level: 2 })]).toEqual([9, 15])
    expect(heads({ level: 3 }, WIDE, 0.5)[0]).toBe(14 + 11)
    // Against the drawing the first one is counted from the end.
    expect(heads({ sense: -1 }).at(-1)).toBe(1000 - 46)
    expect(heads({ sense: -1 }, WIDE, 1).at(-1)).toBe(1000 - 46 - 9)
    expect(heads({}, WIDE, 92 / 9)).toEqual(heads({}))
  })

  test('the tail lies behind the head, around the corners of the line and inside the stretch', () => {
    const bent = worldLine([place(0, 0), place(50, 0), place(50, 200)])
    const [first] = marksOn(bent, [all], WIDE, 1)
    expect(px(first!.head)).toEqual([50, 5])
    expect(first!.tail.map(px)).toEqual([
      [50, 0],
      [50 - (MARK_PX - 5), 0],
    ])
    const stepped = worldLine([place(0, 0), place(38, 0), place(38, 4), place(900, 4)])
    const corners = [
      [38, 4],
      [38, 0],
      [31, 0],
    ]
    expect(marksOn(stepped, [all], WIDE, null)[0]!.tail.map(px)).toEqual(corners)
    const against = worldLine([place(900, 4), place(38, 4), place(38, 0), place(0, 0)])
    expect(
      marksOn(against, [{ ...all, sense: -1 }], WIDE, null)
        .at(-1)!
        .tail.map(px),
    ).toEqual(corners)
    const back = marksOn(bent, [{ ...all, sense: -1 }], WIDE, null).at(-1)!
    const [, y] = px(back.head) as [number, number]
    expect(back.tail.map(px)).toEqual([[50, y + MARK_PX]])
    const [early] = marksOn(straight, [{ ...all, from: 0.1 }], WIDE, (92 * 0.5 + 4) / 9)
    expect([px(early!.head)[0], px(early!.tail.at(-1)!)[0]]).toEqual([104, 100])
  })

  test('a stretch has marks between its ends only; one too short for a mark has none', () => {
    const part = heads({ from: 0.2, to: 0.5, level: 2 })
    expect([part[0], part.length]).toEqual([226, 6])
    expect(Math.max(...part)).toBeLessThanOrEqual(500)
    expect(heads({ from: 0.5, to: 0.53 })).toEqual([515])
    expect(heads({ from: 0.5, to: 0.514 })).toEqual([])
    expect(marksOn(worldLine([]), [all], WIDE, null)).toEqual([])
  })

  test('stretches too short for marks are drawn with their neighbours that flow the same way, as the longest of them', () => {
    const short = (from: number, to: number, level: 1 | 2 | 3, sense: 1 | -1 = 1) => ({ from, to, level, sense })
    const gapsOf = (...of: FlowStretch[]) => [
      ...gaps(marksOn(straight, of, WIDE, null).map(({ head }) => px(head)[0]!)),
    ]
    expect(gapsOf(short(0, 0.02, 1), short(0.02, 0.5, 3), short(0.5, 0.53, 2), short(0.53, 0.56, 1))).toEqual([28])
    expect(gapsOf(short(0, 0.02, 3), short(0.02, 0.039, 2), short(0.039, 0.4, 2))).toEqual([52])
    expect(gapsOf(short(0, 0.03, 3), short(0.03, 0.05, 2), short(0.05, 0.4, 2))).toEqual([28, 34, 52])
    const two = marksOn(straight, [short(0, 0.5, 3), short(0.5, 1, 2)], WIDE, null)
    expect(two.map(({ head }) => px(head)[0]!).filter((x) => x < 500)).toHaveLength(18)
    expect(two).toHaveLength(18 + 10)
    // Long enough by themselves, or flowing against each other, or apart: each for itself.
    expect(marksOn(straight, [short(0, 0.02, 1), short(0.02, 0.04, 1, -1)], WIDE, null)).toHaveLength(2)
    expect(marksOn(straight, [short(0, 0.014, 1), short(0.1, 0.114, 1)], WIDE, null)).toEqual([])
    // Of two as long the first one counts.
    expect(
      marksOn(straight, [short(0, 0.02, 3), short(0.02, 0.04, 1)], WIDE, null).map(({ head }) => px(head)[0]),
    ).toEqual([14])
    const [whole] = marksOn(straight, [short(0.1, 0.15, 1), short(0.15, 0.2, 2)], WIDE, null)
    expect(px(whole!.head)[0]).toBe(125)
  })

  test('only what is in view is counted, and stays where it is while the view moves', () => {
    expect(heads({}, viewOf(300, 600))).toEqual([322, 414, 506, 598])
    // A mark a little beside the view reaches into it.
    expect(heads({}, viewOf(240, 480))).toEqual([230, 322, 414])
    expect(heads({}, { ...WIDE, north: 0.4 + 100 * PIXEL })).toEqual([])
    expect(heads({}, viewOf(1100, 1300))).toEqual([])
    const down = worldLine([place(10, -1000), place(10, 1000)])
    expect(marksOn(down, [all], WIDE, null).map(({ head }) => px(head)[1])).toEqual([
      -310, -218, -126, -34, 58, 150, 242,
    ])
  })

  test('nearer in they stay at their places until there is room for twice as many', () => {
    expect(heads({}, { ...WIDE, zoom: 12.9 })).toEqual(heads({}))
    expect(heads({}, { ...WIDE, zoom: 13 })).toHaveLength(22)
  })

  test('a mark on a corner is one mark', () => {
    const cornered = worldLine([place(0, 0), place(46, 0), place(138, 0), place(138, 0), place(1000, 0)])
    expect(heads({}, WIDE, null, cornered)).toEqual(heads({}))
  })
})
