import { type RefObject, useEffect, useRef } from 'react'
import { landColours } from '../canvas/style/map-colours.ts'
import type { Drawn, MapPort } from '../canvas/map-port.ts'
import { useMap } from '../map-state.ts'
import { clusterRadius } from '../markers/cluster.ts'
import { type FlowBody, paintFlow } from './flow-painter.ts'
import { marksOn } from './flow.rules.ts'
import { runFrames } from './frames.ts'
import { type FlowLine, useFlowLines } from './use-flow-lines.ts'
import { useFlowMotion } from './use-flow-motion.ts'

/** Half a marker with its edge. */
const BODY_PX = 15

function bodiesOf(port: MapPort, { devices, clusters }: Drawn): FlowBody[] {
  const bodies = devices.filter(({ dot }) => !dot).map((one) => ({ ...one, radius: BODY_PX }))
  const groups = clusters.filter(({ dot }) => !dot).map((one) => ({ ...one, radius: clusterRadius(one.cell.count) }))
  return [...bodies, ...groups].map(({ lng, lat, radius }) => ({ ...port.project(lng, lat), radius }))
}

/** As sharp as the map itself, which may be shown larger than it is laid out. */
function fitted(canvas: HTMLCanvasElement, port: MapPort): { width: number; height: number; ratio: number } {
  const { clientWidth: width, clientHeight: height } = canvas
  const map = port.element.querySelector('canvas')
  const ratio = map && map.clientWidth > 0 ? map.width / map.clientWidth : window.devicePixelRatio
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
  // Setting a size clears the canvas, even when it is the same.
  if (canvas.width !== wide) canvas.width = wide
  if (canvas.height !== high) canvas.height = high
  return { width, height, ratio }
}

/** Draws all marks; `seconds` is null at rest. */
function paint(
  canvas: HTMLCanvasElement,
  port: MapPort,
  lines: readonly FlowLine[],
  bodies: readonly FlowBody[],
  seconds: number | null,
) {
  const view = port.view()
  const marks = lines
    .filter(({ fromZoom }) => view.zoom >= fromZoom)
    .flatMap(({ line, stretches }) => marksOn(line, stretches, view, seconds))
  const isClear = (canvas.dataset['marks'] ?? '0') === '0'
  // For tests, which read no pixels.
  canvas.dataset['marks'] = String(marks.length)
  if (isClear && marks.length === 0) return 0
  const { width, height, ratio } = fitted(canvas, port)
  const brush = canvas.getContext('2d')
  if (!brush) return marks.length
  brush.setTransform(ratio, 0, 0, ratio, 0, 0)
  paintFlow(brush, marks, { width, height, view, bodies }, landColours())
  return marks.length
}

interface Drawing {
  canvas: RefObject<HTMLCanvasElement | null>
  port: MapPort
  drawn: { readonly current: Drawn }
  lines: readonly FlowLine[]
  moves: boolean
  giveUp: (slow: boolean) => void
}

/** Draws when the map moves or something of it changed, and while marks travel twenty times a second. */
function useFlowDrawing({ canvas, port, drawn, lines, moves, giveUp }: Drawing): void {
  // Set whenever the map comes to rest and the devices are drawn, whose bodies the marks keep clear of.
  const inView = useMap((state) => state.inView)
  useEffect(() => {
    const sheet = canvas.current
    if (!sheet) return
    void inView
    let stopFrames: (() => void) | undefined
    let bodies: readonly FlowBody[] = []
    const draw = () => paint(sheet, port, lines, bodies, moves ? performance.now() / 1000 : null)
    const follow = () => {
      bodies = bodiesOf(port, drawn.current)
      return draw()
    }
    const travel = () => {
      const isShown = follow() > 0
      if (!moves || !isShown) {
        stopFrames?.()
        stopFrames = undefined
        return
      }
      stopFrames ??= runFrames(draw, () => giveUp(true))
    }
    travel()
    const watcher = new ResizeObserver(draw)
    watcher.observe(sheet)
    const looks = new MutationObserver(draw)
    looks.observe(document.documentElement, { attributes: true, attributeFilter: ['data-appearance'] })
    const stop = port.on('move', follow)
    return () => {
      stopFrames?.()
      watcher.disconnect()
      looks.disconnect()
      stop()
    }
  }, [canvas, port, drawn, lines, moves, giveUp, inView])
}

/**
 * Water that a reading proves to flow, on a canvas of its own above the map: a frame of it costs a twentieth of the
 * map's (docs/decisions/0053-moving-water.md).
 */
export function FlowMarks({ port, drawn }: { port: MapPort; drawn: { readonly current: Drawn } }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const lines = useFlowLines()
  const { moves, giveUp } = useFlowMotion(port, canvas)
  useFlowDrawing({ canvas, port, drawn, lines, moves, giveUp })
  return (
    <canvas
      ref={canvas}
      className="flow-marks"
      aria-hidden="true"
      data-testid="map-flow"
      data-motion={moves && lines.length > 0 ? 'moving' : 'still'}
    />
  )
}
