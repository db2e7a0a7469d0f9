import type { ClosingStage, GeoPosition } from '@sluice/contract'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { edgesOf, pointedEdge } from './burst.rules.ts'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import { SHUT } from '../isolation/progress.rules.ts'
import { useIsolationId, useIsolationPlan, useIsolationRun } from '../isolation/use-isolation.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { devices, useMap } from '../map-state.ts'

interface Numbered {
  deviceId: string
  no: number | null
  stage: ClosingStage | 'PLANNED' | 'BY_HAND'
}

/** The burst and the valves around it: as planned, or as the isolation of the address has them. */
function useDrawn() {
  const [id] = useIsolationId()
  const burst = useMap((state) => state.burst)
  const plan = useIsolationPlan().data
  const run = useIsolationRun().data
  const byHand = (id === null ? plan : run)?.byHand ?? []
  const hand = byHand.map(({ deviceId }): Numbered => ({ deviceId, no: null, stage: 'BY_HAND' }))
  if (id !== null) {
    const valves = (run?.valves ?? []).filter(({ stage }) => stage !== 'PASSED_OVER')
    return { place: run?.place ?? null, stretches: run?.stretches ?? [], openEnds: [], valves: [...valves, ...hand] }
  }
  const planned = burst ? plan : undefined
  const valves = (planned?.valves ?? []).map(({ deviceId }, at): Numbered => {
    return { deviceId, no: at + 1, stage: 'PLANNED' }
  })
  const { stretches = [], openEnds = [] } = planned ?? {}
  return { place: burst?.place ?? null, stretches, openEnds, valves: [...valves, ...(planned ? hand : [])] }
}

const FIT_ZOOM = 16
const WIDE = { top: 96, right: 88, bottom: 72, left: 64 }
const NARROW = { top: 40, right: 72, bottom: 40, left: 40 }
/** Below this width of the map its floating parts are those of a phone. */
const NARROW_PX = 600

/**
 * Moves the map to an isolation that was not pointed at: of a canal chosen by its name, or of the address. Once: later
 * the map stays where somebody moved it.
 */
function useFitted(port: MapPort, drawn: ReturnType<typeof useDrawn>): void {
  const [id] = useIsolationId()
  const burst = useMap((state) => state.burst)
  const tiles = useMap((state) => state.tiles)
  const fitted = useRef<string | null>(null)
  const wanted = id ?? (burst && burst.place === null ? `edge ${burst.edgeId}` : null)
  useEffect(() => {
    if (wanted === null || fitted.current === wanted || drawn.stretches.length === 0) return
    fitted.current = wanted
    const { toMap } = shiftFor(tiles)
    const spots = drawn.stretches.flat().map(([lng, lat]) => toMap(lng, lat))
    const [lngs, lats] = [spots.map(([lng]) => lng), spots.map(([, lat]) => lat)]
    const box = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)] as const
    const padding = port.element.clientWidth < NARROW_PX ? NARROW : WIDE
    port.fit([...box], { padding, maxZoom: FIT_ZOOM })
  }, [port, wanted, drawn.stretches, tiles])
}

/** Over the map: the burst, the stretch that runs dry with it, the valves to close under their numbers. */
export function IsolationOverlay({ port }: { port: MapPort }) {
  const land = useMap((state) => state.land)
  const tiles = useMap((state) => state.tiles)
  const [id] = useIsolationId()
  const drawn = useDrawn()
  const { place, stretches, openEnds, valves } = drawn
  useFitted(port, drawn)
  const [, setFrame] = useState(0)
  const { toMap, toWgs } = shiftFor(tiles)
  useEffect(() => port.on('move', () => setFrame((frame) => frame + 1)), [port])
  useEffect(() => {
    // One that was begun is shown as it is: a press beside it does not change what was closed.
    if (id !== null) return
    const edges = edgesOf(land)
    return port.on('click', (at) => {
      const pointed = pointedEdge(edges, port.unproject(at), port.camera().zoom, toMap)
      if (pointed) useMap.setState({ burst: { edgeId: pointed.feature.id, place: toWgs(...pointed.at) } })
    })
  }, [port, land, toMap, toWgs, id])
  const spot = ([lng, lat]: GeoPosition) => port.project(...toMap(lng, lat))
  const path = (line: readonly GeoPosition[]) =>
    line
      .map(spot)
      .map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join('')
  return (
    <svg className="draft isolation" aria-hidden="true">
      {stretches.map((line) => (
        <path key={line.join()} className="isolation-dry" d={path(line)} data-testid="isolation-dry" />
      ))}
      {openEnds.map((end) => {
        const { x, y } = spot(end)
        return <circle key={end.join()} className="isolation-end" cx={x} cy={y} r="6" />
      })}
      {valves.map(({ deviceId, no, stage }) => {
        const device = devices.get(deviceId)
        if (device?.lng == null || device.lat === null) return null
        return <ValveMark key={deviceId} at={spot([device.lng, device.lat])} no={no} stage={stage} />
      })}
      {place && <Leak at={spot(place)} />}
    </svg>
  )
}

/** Dashed until its report proves that it is shut. */
function ValveMark({ at: { x, y }, no, stage }: { at: { x: number; y: number } } & Omit<Numbered, 'deviceId'>) {
  return (
    <g
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      data-testid="isolation-mark"
      data-stage={stage}
      className={SHUT.has(stage) ? 'isolation-mark shut' : 'isolation-mark'}
    >
      <circle className="isolation-halo" r="19" />
      <circle className="isolation-valve" r="19" />
      <circle className="isolation-number" cx="-17" cy="-17" r="9" />
      <text x="-17" y="-13" textAnchor="middle">
        {no ?? '!'}
      </text>
    </g>
  )
}

function Leak({ at: { x, y } }: { at: { x: number; y: number } }) {
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`} data-testid="map-burst">
      <circle className="isolation-leak-ring" r="21" />
      <path className="isolation-leak" d="M-5.4-13h10.8L13-5.4V5.4L5.4 13H-5.4L-13 5.4V-5.4z" />
      <path className="isolation-cross" d="m-4.5-4.5 9 9M4.5-4.5l-9 9" />
    </g>
  )
}

/** What the marks of an isolation mean, in the place of the legend of states. */
export function IsolationLegend() {
  const { t } = useText()
  return (
    <div className="map-float legend" role="group" aria-label={t('map.legend')}>
      <span className="legend-item">
        <svg width="26" height="10" aria-hidden="true">
          <path className="isolation-dry" d="M4 5h18" />
        </svg>
        {t('isolation.legendStretch')}
      </span>
      <span className="legend-item">
        <svg viewBox="-10 -10 20 20" width="18" height="18" aria-hidden="true">
          <circle className="isolation-valve" r="8" />
        </svg>
        {t('isolation.legendValve')}
      </span>
      <span className="legend-item">
        <svg viewBox="-10 -10 20 20" width="18" height="18" aria-hidden="true" className="isolation-mark shut">
          <circle className="isolation-valve" r="8" />
        </svg>
        {t('isolation.legendShut')}
      </span>
    </div>
  )
}
