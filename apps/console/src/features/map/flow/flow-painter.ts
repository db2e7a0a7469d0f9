import type { LandColours } from '../canvas/style/map-colours.ts'
import type { WorldView } from '../canvas/mercator.ts'
import type { ScreenPoint } from '../canvas/map-port.ts'
import type { FlowMark } from './flow.rules.ts'

const HEAD_PX = 5.2
const HEAD_HALF_PX = 3.4
const TAIL_PX = 1.7
const EDGE_PX = 1.5
/** Where marks are as large as the numbers above say; nearer in they grow with the lines. */
const PLAIN_ZOOM = 12.5
const LARGEST = 1.4

/** The body of a device or cluster on the screen. */
export interface FlowBody extends ScreenPoint {
  radius: number
}

interface Sheet {
  width: number
  height: number
  view: WorldView
  /** Water flows on under what is drawn here. */
  bodies: readonly FlowBody[]
}

/** One mark on the screen. */
interface Comet {
  head: ScreenPoint
  tail: readonly ScreenPoint[]
  /** The direction in which it looks. */
  way: ScreenPoint
}

function cometsOf(marks: readonly FlowMark[], { width, view, bodies }: Sheet): Comet[] {
  const scale = width / (view.east - view.west)
  const spot = ([x, y]: readonly [number, number]) => ({ x: (x - view.west) * scale, y: (y - view.north) * scale })
  return marks.flatMap((mark) => {
    const [head, tail] = [spot(mark.head), mark.tail.map(spot)]
    const [from, end] = [tail[0]!, tail.at(-1)!]
    const isUnder = ({ x, y }: ScreenPoint, body: FlowBody) => Math.hypot(x - body.x, y - body.y) < body.radius
    if (bodies.some((body) => isUnder(head, body) || isUnder(end, body))) return []
    const length = Math.hypot(head.x - from.x, head.y - from.y)
    if (length === 0) return []
    return [{ head, tail, way: { x: (head.x - from.x) / length, y: (head.y - from.y) / length } }]
  })
}

function tailsOf(comets: readonly Comet[]): Path2D {
  const path = new Path2D()
  for (const { head, tail } of comets) {
    path.moveTo(head.x, head.y)
    for (const { x, y } of tail) path.lineTo(x, y)
  }
  return path
}

function headsOf(comets: readonly Comet[], size: number): Path2D {
  const path = new Path2D()
  for (const { head, way } of comets) {
    const [back, half] = [HEAD_PX * size, HEAD_HALF_PX * size]
    const [x, y] = [head.x - way.x * back, head.y - way.y * back]
    path.moveTo(head.x, head.y)
    path.lineTo(x - way.y * half, y + way.x * half)
    path.lineTo(x + way.y * half, y - way.x * half)
    path.closePath()
  }
  return path
}

/** Draws the marks in four strokes of the brush, however many there are. */
export function paintFlow(
  brush: CanvasRenderingContext2D,
  marks: readonly FlowMark[],
  sheet: Sheet,
  { flow, flowEdge }: LandColours,
): number {
  brush.clearRect(0, 0, sheet.width, sheet.height)
  const comets = cometsOf(marks, sheet)
  if (comets.length === 0) return 0
  const size = Math.min(LARGEST, Math.max(1, 1 + (sheet.view.zoom - PLAIN_ZOOM) * 0.12))
  const [tails, heads] = [tailsOf(comets), headsOf(comets, size)]
  brush.lineCap = 'round'
  brush.lineJoin = 'round'
  brush.strokeStyle = flowEdge
  brush.lineWidth = TAIL_PX * size + 2 * EDGE_PX
  brush.stroke(tails)
  brush.lineWidth = 2 * EDGE_PX
  brush.stroke(heads)
  brush.strokeStyle = flow
  brush.lineWidth = TAIL_PX * size
  brush.stroke(tails)
  brush.fillStyle = flow
  brush.fill(heads)
  return comets.length
}
