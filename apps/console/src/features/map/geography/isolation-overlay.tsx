import type { GeoPosition } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { edgesOf, pointedEdge } from './burst.rules.ts'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import { useIsolation } from './isolation.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { devices, useMap } from '../map-state.ts'

/** Over the map: the burst, the lines that run dry with it, the valves to close. */
export function IsolationOverlay({ port }: { port: MapPort }) {
  const land = useMap((state) => state.land)
  const tiles = useMap((state) => state.tiles)
  const burst = useMap((state) => state.burst)
  const { data } = useIsolation()
  const [, setFrame] = useState(0)
  const { toMap, toWgs } = shiftFor(tiles)
  useEffect(() => port.on('move', () => setFrame((frame) => frame + 1)), [port])
  useEffect(() => {
    const edges = edgesOf(land)
    return port.on('click', (at) => {
      const pointed = pointedEdge(edges, port.unproject(at), port.camera().zoom, toMap)
      if (pointed) useMap.setState({ burst: { edgeId: pointed.feature.id, place: toWgs(...pointed.at) } })
    })
  }, [port, land, toMap, toWgs])
  if (!burst) return null
  const spot = ([lng, lat]: GeoPosition) => port.project(...toMap(lng, lat))
  const dry = new Set(data?.edgeIds)
  const lines = edgesOf(land).filter(({ id }) => dry.has(id))
  const path = (line: readonly GeoPosition[]) =>
    line
      .map(spot)
      .map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join('')
  return (
    <svg className="draft isolation" aria-hidden="true">
      <g className="isolation-lines">
        {lines.map(({ id, geometry }) => (
          <path key={id} className="isolation-dry" d={path(geometry.coordinates as GeoPosition[])} />
        ))}
      </g>
      {data?.openEnds.map((end) => {
        const { x, y } = spot(end)
        return <circle key={end.join()} className="isolation-end" cx={x} cy={y} r="6" />
      })}
      {data?.valves.map(({ deviceId }, at) => {
        const device = devices.get(deviceId)
        if (device?.lng == null || device.lat === null) return null
        const { x, y } = spot([device.lng, device.lat])
        return (
          <g key={deviceId} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <rect className="isolation-valve" x="-21" y="-21" width="42" height="42" rx="8" />
            <circle className="isolation-number" cx="21" cy="-21" r="9" />
            <text x="21" y="-17" textAnchor="middle">
              {at + 1}
            </text>
          </g>
        )
      })}
      {burst.place && <Leak at={spot(burst.place)} />}
    </svg>
  )
}

function Leak({ at: { x, y } }: { at: { x: number; y: number } }) {
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`} data-testid="map-burst">
      <circle className="isolation-leak" r="10" />
      <path className="isolation-cross" d="m-4.5-4.5 9 9M4.5-4.5l-9 9" />
    </g>
  )
}
