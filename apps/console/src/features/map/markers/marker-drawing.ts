import { paintTypeIcon } from './icon-painter.ts'
import type { MapLook, MarkColours } from '../canvas/style/map-colours.ts'
import { BADGE, type Body, bodyOf } from './marker-state.ts'

/** Half the edge of a marker's image in CSS pixels: the largest shape with its ring and badges fits. */
export const MARKER_REACH = 24

type Brush = CanvasRenderingContext2D

/** Corners of the shapes (docs/spec/look.md#5): the shape shows the level, so sizes never change. */
const OUTLINES = {
  level2: 'M0-19 19 13.5H-19z',
  level3: 'M0-19 19 0 0 19-19 0z',
  level4: 'M-6.6-16H6.6L16-6.6V6.6L6.6 16H-6.6L-16 6.6V-6.6z',
} as const

const GLYPH_SCALE: Readonly<Record<Body, number>> = {
  online: 0.66,
  moving: 0.66,
  offline: 0.66,
  level2: 0.52,
  level3: 0.62,
  level4: 0.66,
  disabled: 0.58,
  unknown: 0.58,
}

function disc(
  brush: Brush,
  radius: number,
  fill: string | null,
  stroke?: string,
  width = 0,
  dash: number[] = [],
): void {
  brush.beginPath()
  brush.arc(0, 0, radius, 0, Math.PI * 2)
  if (fill) {
    brush.fillStyle = fill
    brush.fill()
  }
  if (!stroke) return
  brush.strokeStyle = stroke
  brush.lineWidth = width
  brush.setLineDash(dash)
  brush.stroke()
  brush.setLineDash([])
}

function outline(brush: Brush, path: string, fill: string, edge: string): void {
  const shape = new Path2D(path)
  brush.lineJoin = 'round'
  brush.lineWidth = 4
  brush.strokeStyle = edge
  brush.stroke(shape)
  brush.fillStyle = fill
  brush.fill(shape)
}

function body(brush: Brush, kind: Body, ink: MarkColours): string {
  switch (kind) {
    case 'online':
    case 'moving':
      disc(brush, 13, ink[kind], ink.surface, 2)
      return ink.onMark
    case 'offline':
      disc(brush, 14.2, ink.surface)
      disc(brush, 12.2, ink.surface, ink.offline, 2)
      return ink.offline
    case 'level2':
    case 'level3':
    case 'level4':
      outline(brush, OUTLINES[kind], ink[kind], ink.surface)
      return ink.onMark
    case 'disabled':
      disc(brush, 13.4, ink.surface)
      disc(brush, 12.2, null, ink.disabled, 1.6)
      return ink.disabled
    case 'unknown':
      disc(brush, 13.4, ink.surface)
      brush.lineCap = 'round'
      disc(brush, 12.2, null, ink.unknown, 2.2, [0.1, 4.1])
      return ink.unknown
  }
}

/** The colour of a bin, or that nothing proves one. */
export interface BinFace {
  colour: string | null
}

/** An unproven value: a dashed edge in grey around nothing. */
const UNPROVEN_DASH = [3.4, 2.8]

/**
 * The same silhouettes in the colour of a value: a fault keeps the edge of its level, an offline device stays hollow.
 */
function binBody(brush: Brush, kind: Body, { colour }: BinFace, ink: MarkColours): string {
  switch (kind) {
    case 'online':
    case 'moving':
      if (colour === null) {
        disc(brush, 14, ink.surface)
        disc(brush, 12.2, null, ink.offline, 2, UNPROVEN_DASH)
        return ink.offline
      }
      disc(brush, 13, colour, ink.surface, 2)
      return ink.onMark
    case 'offline':
      if (colour === null) return body(brush, kind, ink)
      disc(brush, 14.2, ink.surface)
      disc(brush, 11.6, ink.surface, colour, 3.2)
      return colour
    case 'level2':
    case 'level3':
    case 'level4':
      outline(brush, OUTLINES[kind], ink[kind], ink.surface)
      brush.save()
      // The edge is as wide on every side of the shape.
      if (kind === 'level2') brush.translate(0, 1.6)
      brush.scale(FAULT_FILL, FAULT_FILL)
      brush.fillStyle = colour ?? ink.surface
      brush.fill(new Path2D(OUTLINES[kind]))
      brush.restore()
      return colour === null ? ink.offline : ink.onMark
    default:
      return body(brush, kind, ink)
  }
}

/** How much of a fault's shape its value fills. */
const FAULT_FILL = 0.74

function slash(brush: Brush, ink: MarkColours): void {
  for (const [colour, width] of [
    [ink.surface, 4],
    [ink.disabled, 1.7],
  ] as const) {
    brush.beginPath()
    brush.moveTo(-9, 9)
    brush.lineTo(9, -9)
    brush.strokeStyle = colour
    brush.lineWidth = width
    brush.stroke()
  }
}

/** Two chevrons in a cap on top: the valve moves. */
function motionCap(brush: Brush, ink: MarkColours): void {
  brush.save()
  brush.translate(0, -12.5)
  brush.beginPath()
  brush.roundRect(-8.5, -6.5, 17, 12, 6)
  brush.fillStyle = ink.surface
  brush.fill()
  brush.strokeStyle = ink.moving
  brush.lineWidth = 1.3
  brush.stroke()
  brush.lineWidth = 1.7
  brush.lineCap = 'round'
  brush.lineJoin = 'round'
  brush.stroke(new Path2D('m-4-3 3 2.6-3 2.6M.8-3l3 2.6-3 2.6'))
  brush.restore()
}

function battery(brush: Brush, ink: MarkColours): void {
  brush.save()
  brush.translate(11, 10)
  brush.beginPath()
  brush.roundRect(-8, -5, 15, 10, 2.4)
  brush.fillStyle = ink.battery
  brush.fill()
  brush.strokeStyle = ink.batteryEdge
  brush.lineWidth = 1.3
  brush.stroke()
  brush.lineWidth = 1.8
  brush.stroke(new Path2D('M8.4-1.6v3.2'))
  brush.fillStyle = ink.batteryEdge
  brush.fillRect(-5.6, -2.6, 3, 5.2)
  brush.restore()
}

/** Level 1 is a note, not a body: a ring with i, upper right. */
function note(brush: Brush, ink: MarkColours): void {
  brush.save()
  brush.translate(11, -11)
  disc(brush, 6, ink.surface, ink.level1, 1.5)
  brush.lineWidth = 1.7
  brush.lineCap = 'round'
  brush.stroke(new Path2D('M0-.6v3M0-3v.2'))
  brush.restore()
}

/** Draws a device marker around the origin, in the colour of its value where the map shows one. */
export function drawMarker(brush: Brush, type: string, state: number, ink: MarkColours, face: BinFace | null): void {
  const kind = bodyOf(state)
  const asked = (state & BADGE.pending) !== 0
  if (asked || (state & BADGE.unconfirmed) !== 0) {
    disc(brush, 18.4, ink.surface)
    disc(brush, 17.4, null, asked ? ink.pending : ink.level2, 2, [5, 3.1])
  }
  const glyph = face === null ? body(brush, kind, ink) : binBody(brush, kind, face, ink)
  brush.save()
  if (kind === 'level2') brush.translate(0, 3.4)
  paintTypeIcon(brush, type, glyph, GLYPH_SCALE[kind])
  brush.restore()
  if (kind === 'disabled') slash(brush, ink)
  if (kind === 'moving') motionCap(brush, ink)
  if (state & BADGE.lowBattery) battery(brush, ink)
  if (state & BADGE.level1) note(brush, ink)
}

/** Half the edge of a dot's image in CSS pixels. */
export const DOT_REACH = 3.5

/** A device in the calm picture, around the origin: the silent one, or the one without a proven value, is hollow. */
export function drawDot(brush: Brush, silent: boolean, { land, mark }: MapLook, face: BinFace | null): void {
  const colour = face === null ? mark.online : face.colour
  if (colour === null || (face === null && silent)) {
    disc(brush, 2.2, land.land, mark.offline, 1.1)
    return
  }
  // A value is read by its colour alone: it is a little larger, and is not mixed with the land.
  const radius = face === null ? 2.4 : 3
  disc(brush, radius, land.land)
  disc(brush, radius - DOT_EDGE / 2, null, land.land, DOT_EDGE)
  brush.globalAlpha = face === null ? 0.82 : 1
  disc(brush, radius - DOT_EDGE / 2, colour)
  brush.globalAlpha = 1
}

const DOT_EDGE = 0.9
