import { type GeoPosition, MAP_STATUS } from '@sluice/contract'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { worstOf } from '../side/device-filter.ts'
import { drawnFurther, insideOf, isArea, type Shape } from './lasso.rules.ts'
import type { MapPort, ScreenPoint } from '../canvas/map-port.ts'
import { currentMask, devices, takeTool, useMap } from '../map-state.ts'

const pathOf = (spots: readonly ScreenPoint[]) =>
  spots.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') + 'Z'

/** A longer list is not sorted: nobody reads its order, and sorting names is slow. */
const SORTED = 2000

/** Selects the devices in the drawn area: the list shows them, worst first. */
function pick(port: MapPort, corners: readonly ScreenPoint[]): void {
  const outline = corners.map((corner): GeoPosition => {
    const { lng, lat } = port.unproject(corner)
    return [lng, lat]
  })
  const inside = insideOf(devices.points, currentMask(), outline)
  const ids = (inside.length > SORTED ? inside : worstOf(devices, inside)).map((at) => devices.columns.ids[at]!)
  useMap.setState({ tool: null, panel: 'list', spot: null, picked: { ids, outline } })
}

/**
 * Dragging draws an area while the tool is active, and with the shift key at any time (then a box). Its listener runs
 * before the map's, which would move the map.
 */
function useDragging(port: MapPort, box: RefObject<HTMLElement | null>): readonly ScreenPoint[] {
  const [corners, setCorners] = useState<readonly ScreenPoint[]>([])
  const drawing = useRef<readonly ScreenPoint[]>([])
  useEffect(() => {
    const { element } = port
    let shape: Shape | null = null
    const spotOf = (event: PointerEvent) => {
      const { left, top } = element.getBoundingClientRect()
      return { x: event.clientX - left, y: event.clientY - top }
    }
    const draw = (next: readonly ScreenPoint[]) => {
      drawing.current = next
      setCorners(next)
    }
    const wanted = (event: MouseEvent | TouchEvent): Shape | null => {
      const { tool, editing } = useMap.getState()
      if (editing || tool === 'isolate') return null
      if (tool === 'lasso') return 'free'
      return event.shiftKey && event instanceof MouseEvent ? 'box' : null
    }
    const keep = (event: Event) => {
      if (shape || wanted(event as MouseEvent)) event.stopPropagation()
    }
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return
      shape = wanted(event)
      if (!shape) return
      event.stopPropagation()
      event.preventDefault()
      element.setPointerCapture(event.pointerId)
      draw([spotOf(event)])
    }
    const move = (event: PointerEvent) => {
      if (shape) draw(drawnFurther(drawing.current, spotOf(event), shape))
    }
    const up = () => {
      if (!shape) return
      shape = null
      if (isArea(drawing.current)) pick(port, drawing.current)
      draw([])
    }
    const cancel = () => {
      shape = null
      draw([])
    }
    const escape = (event: KeyboardEvent) => {
      const { tool, picked } = useMap.getState()
      if (event.key !== 'Escape' || (tool !== 'lasso' && !picked && !shape)) return
      cancel()
      takeTool(null)
    }
    const early = { capture: true }
    element.addEventListener('pointerdown', down, early)
    for (const name of ['mousedown', 'touchstart'] as const) element.addEventListener(name, keep, early)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', escape)
    return () => {
      element.removeEventListener('pointerdown', down, early)
      for (const name of ['mousedown', 'touchstart'] as const) element.removeEventListener(name, keep, early)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', escape)
    }
  }, [port, box])
  return corners
}

/** The number of selected devices, their actions, and a button that clears the selection. */
function PickedBar({ ids, batch }: { ids: readonly string[]; batch: BatchSlot | undefined }) {
  const { t } = useText()
  const version = useMap((state) => state.version)
  void version
  const { status } = devices.columns
  const online = ids.filter((id) => status[devices.indexOf(id) ?? -1] === MAP_STATUS.ONLINE).length
  return (
    <div className="map-float map-bar" role="status" data-testid="map-picked">
      <b>{t('map.picked', { n: formatNumber(ids.length, 0) })}</b>
      <span className="t2">{t('map.pickedOnline', { n: formatNumber(online, 0) })}</span>
      {batch?.(ids)}
      <button type="button" className="link" onClick={() => takeTool(null)}>
        {t('map.unpick')}
      </button>
    </div>
  )
}

/** Where the app inserts another feature's actions for several devices. */
export type BatchSlot = (ids: readonly string[]) => ReactNode

interface LassoProps {
  port: MapPort
  box: RefObject<HTMLElement | null>
  batch?: BatchSlot | undefined
}

/** Selects several devices by drawing around them (docs/spec/look.md#5). */
export function Lasso({ port, box, batch }: LassoProps) {
  const { t } = useText()
  const corners = useDragging(port, box)
  const tool = useMap((state) => state.tool)
  const picked = useMap((state) => state.picked)
  const [, setFrame] = useState(0)
  useEffect(() => {
    if (!picked) return
    return port.on('move', () => setFrame((frame) => frame + 1))
  }, [port, picked])
  useEffect(() => {
    port.element.classList.toggle('lassoing', tool === 'lasso')
    return () => port.element.classList.remove('lassoing')
  }, [port, tool])
  const area = corners.length > 1 ? corners : (picked?.outline.map(([lng, lat]) => port.project(lng, lat)) ?? [])
  return (
    <>
      {area.length > 1 && (
        <svg className="draft lasso" aria-hidden="true">
          <path d={pathOf(area)} />
        </svg>
      )}
      {tool === 'lasso' && (
        <p className="map-float map-bar" role="status">
          {t('map.lassoHint')}
        </p>
      )}
      {picked && <PickedBar ids={picked.ids} batch={batch} />}
    </>
  )
}
