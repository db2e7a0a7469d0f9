import type { TileSource } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import type { PositionMapProps } from '../../../parts/form/position/position-map.ts'
import { Icon } from '../../../parts/icon/icons.tsx'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import { MapScale } from '../canvas/map-scale.tsx'
import type { MapPort } from '../canvas/map-port.ts'
import { useMap } from '../map-state.ts'
import { Drawing } from '../side/tool-icons.tsx'
import { useTileSources } from '../use-map-data.ts'
import { Crosshair } from './crosshair.tsx'
import { PasteField } from './paste-field.tsx'
import { steer } from './position-view.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useLandDrawing } from './use-land-drawing.ts'
import { useLands } from './use-lands.ts'
import { useOwnMap } from './use-own-map.ts'
import { Select } from '../../../parts/control/select.tsx'
import './position-map.css'

/** Chooses what lies below: nothing of it is there unless the operator configured tiles. */
function BaseSelect({ tiles, onChange }: { tiles: TileSource | null; onChange: (tiles: TileSource | null) => void }) {
  const { t } = useText()
  const sources = useTileSources()
  if (sources.length === 0) return null
  return (
    <Select
      className="position-base"
      size="small"
      aria-label={t('map.base')}
      value={tiles?.name ?? ''}
      options={[{ value: '', label: t('map.ownBase') }, ...sources.map(({ name }) => ({ value: name, label: name }))]}
      onChange={(name) => onChange(sources.find((source) => source.name === name) ?? null)}
    />
  )
}

function Tools({ port }: { port: MapPort }) {
  const { t } = useText()
  return (
    <div className="map-float position-tools">
      <button type="button" className="flat map-tool" aria-label={t('map.zoomIn')} onClick={() => port.zoomBy(1)}>
        <Icon name="plus" />
      </button>
      <button type="button" className="flat map-tool" aria-label={t('map.zoomOut')} onClick={() => port.zoomBy(-1)}>
        <Drawing name="minus" />
      </button>
    </div>
  )
}

/** A small map under a cross: the value is where the cross is (docs/decisions/0048-the-land-around.md). */
export default function PositionMap({ value, onChange }: PositionMapProps) {
  const { t } = useText()
  const { port, error, retry, box } = useOwnMap()
  const lands = useLands()
  const [tiles, setTiles] = useState(() => useMap.getState().tiles)
  const shift = shiftFor(tiles)
  useCrosshair({
    port,
    shift,
    value,
    lands: useMemo(() => lands && [lands.features, lands.around], [lands]),
    onPick: onChange,
  })
  useLandDrawing(port, tiles, lands)
  return (
    <div className="position-map">
      <PasteField onPosition={onChange} />
      <div
        ref={box}
        className="position-box"
        // Arrow keys move the map, which no role of the page's own says.
        role="application"
        aria-label={t('point.map')}
        tabIndex={0}
        data-testid="position-map"
        onKeyDown={(event) => {
          // The map's own canvas has the focus after a press on it; a list that is open has its own arrow keys.
          const isElsewhere = (event.target as Element).closest('button, input') !== null
          const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey
          if (port && isPlain && !isElsewhere && steer(port, event.key, event.shiftKey)) event.preventDefault()
        }}
      >
        <Crosshair asked={value === null} />
        {port && <Tools port={port} />}
        {port && <MapScale port={port} />}
        <BaseSelect tiles={tiles} onChange={setTiles} />
        <p className="map-float position-said num" role="status" data-testid="position-said">
          {value ? t('point.here', { east: value[0].toFixed(6), north: value[1].toFixed(6) }) : t('point.none')}
        </p>
        {error && <Failed error={error} onRetry={retry} />}
      </div>
    </div>
  )
}
