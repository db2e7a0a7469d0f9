import type { ClosingStage, GeoPosition } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { edgesOf, pointedEdge } from './burst.rules.ts'
import { shiftFor } from '../canvas/coordinate-shift.ts'
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

/** Over the map: the burst, the stretch that runs dry with it, the valves to close under their numbers. */
export function IsolationOverlay({ port }: { port: MapPort }) {
  const land = useMap((state) => state.land)
  const tiles = useMap((state) => state.tiles)
  const [id] = useIsolationId()
  const { place, stretches, openEnds, valves } = useDrawn()
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

const SHUT: ReadonlySet<Numbered['stage']> = new Set(['PROVEN', 'CLOSED_BEFORE'])

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
