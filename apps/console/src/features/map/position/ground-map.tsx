import type { LngLat } from '@sluice/contract'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import { type CoordinateShift, shiftFor } from '../canvas/coordinate-shift.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { MapScale } from '../canvas/map-scale.tsx'
import { useMap } from '../map-state.ts'
import { Crosshair } from './crosshair.tsx'
import { steer } from './position-view.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useLandDrawing } from './use-land-drawing.ts'
import { useLands } from './use-lands.ts'
import { useOwnMap } from './use-own-map.ts'
import './position-map.css'

interface Own {
  at: LngLat
  accuracyM: number
}

/** A degree of latitude, m. */
const DEGREE_M = 111_195
/** Near enough for a metre to be seen. */
const GROUND_ZOOM = 18

/** Where the telephone says it is, with the circle that it may be in. */
function OwnMark({ port, shift, own }: { port: MapPort; shift: CoordinateShift; own: Own }) {
  const [, draw] = useState(0)
  useEffect(() => port.on('move', () => draw((times) => times + 1)), [port])
  const [lng, lat] = shift.toMap(...own.at)
  const { x, y } = port.project(lng, lat)
  const edge = port.project(lng, lat + own.accuracyM / DEGREE_M)
  return (
    <svg className="ground-own" aria-hidden="true">
      <circle className="reach" cx={x} cy={y} r={Math.hypot(edge.x - x, edge.y - y)} />
      <circle className="here" cx={x} cy={y} r={6} />
    </svg>
  )
}

interface GroundMapProps {
  value: LngLat | null
  onChange: (value: LngLat) => void
  own: Own | null
}

/** The ground under a telephone: the cross stays, a thumb moves the map. */
export default function GroundMap({ value, onChange, own }: GroundMapProps) {
  const { t } = useText()
  const { port, error, retry, box } = useOwnMap()
  const lands = useLands()
  const [tiles] = useState(() => useMap.getState().tiles)
  const shift = shiftFor(tiles)
  useCrosshair({
    port,
    shift,
    value,
    lands: useMemo(() => lands && [lands.features, lands.around], [lands]),
    onPick: onChange,
  })
  const isNear = value !== null
  useEffect(() => {
    if (!port || !isNear) return
    port.moveTo({ ...port.camera(), zoom: GROUND_ZOOM }, { jump: true })
  }, [port, isNear])
  useLandDrawing(port, tiles, lands)
  return (
    <div
      ref={box}
      className="position-box"
      role="application"
      aria-label={t('point.map')}
      tabIndex={0}
      data-testid="ground-map"
      onKeyDown={(event) => {
        if (port && steer(port, event.key, event.shiftKey)) event.preventDefault()
      }}
    >
      {port && own && <OwnMark port={port} shift={shift} own={own} />}
      <Crosshair asked={value === null} />
      {port && <MapScale port={port} />}
      {error && <Failed error={error} onRetry={retry} />}
    </div>
  )
}
