import type { LngLat } from '@sluice/contract'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import { levelGlyph } from '../../../parts/icon/glyphs.tsx'
import type { StopsMapProps } from '../../../parts/stops-map.ts'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import { MapScale } from '../canvas/map-scale.tsx'
import { useMap } from '../map-state.ts'
import { useLandDrawing } from '../position/use-land-drawing.ts'
import { useLands } from '../position/use-lands.ts'
import { useOwnMap } from '../position/use-own-map.ts'
import './stops-map.css'

const PADDING = { top: 44, right: 32, bottom: 40, left: 32 }
/** One stop alone is shown with what is around it. */
const MOST_ZOOM = 15

function boxOf(places: readonly LngLat[]): readonly [number, number, number, number] {
  const [lngs, lats] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)]
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

/** Stops with their numbers on the map, and the way between them as the crow flies. */
export default function WayMap({ stops, from, chosen, onChoose }: StopsMapProps) {
  const { t } = useText()
  const { port, error, retry, box } = useOwnMap()
  const lands = useLands()
  const [tiles] = useState(() => useMap.getState().tiles)
  const shift = shiftFor(tiles)
  const [, draw] = useState(0)
  useEffect(() => port?.on('move', () => draw((times) => times + 1)), [port])
  const way = useMemo(
    () => [...(from ? [from] : []), ...stops.map(({ place }) => place)].map((place) => shift.toMap(...place)),
    [from, stops, shift],
  )
  useLandDrawing(port, tiles, lands)
  useEffect(() => {
    if (port && way.length > 0) port.fit(boxOf(way), { padding: PADDING, maxZoom: MOST_ZOOM, jump: true })
  }, [port, way])
  const points = port ? way.map((place) => port.project(...place)) : []
  const pins = points.slice(from ? 1 : 0)
  return (
    <section ref={box} className="stops-map" aria-label={t('stops.map')} data-testid="stops-map">
      {port && (
        <svg className="stops-way" aria-hidden="true">
          <polyline className="stops-halo" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
          <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
          {from && points[0] && <circle className="stops-here" cx={points[0].x} cy={points[0].y} r={6} />}
        </svg>
      )}
      {pins.map(({ x, y }, at) => {
        const { id, n, name, level } = stops[at]!
        return (
          <button
            key={id}
            type="button"
            className={`stop-pin tone-${levelGlyph(level)}`}
            style={{ left: x, top: y }}
            aria-label={t('stops.pin', { n, name })}
            aria-pressed={id === chosen}
            title={name}
            onClick={() => onChoose(id)}
          >
            <b className="num">{n}</b>
          </button>
        )
      })}
      {port && <MapScale port={port} />}
      {error && <Failed error={error} onRetry={retry} />}
    </section>
  )
}
