import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { useMobile } from '../../../lib/page/width.ts'
import { follow, goHome } from './camera.ts'
import { hitAt } from '../markers/device-layer.ts'
import { FlowMarks } from '../flow/flow-marks.tsx'
import { HoverCard, PulseMark, RingMark, SelectionMark } from '../map-marks.tsx'
import { IsolationOverlay } from '../geography/isolation-overlay.tsx'
import { type BatchSlot, Lasso } from '../geography/lasso.tsx'
import { homing } from './map-host.ts'
import type { DrawnDevice, MapPort, Padding } from './map-port.ts'
import { useMap } from '../map-state.ts'
import { bodyOf } from '../markers/marker-state.ts'
import { useMapDrawing } from './use-map-drawing.ts'
import type { MapPlace } from './use-map-port.ts'

const HOVER_MS = 150
/** Most animated rings: a whole district in alarm does not need a hundred. */
const PULSES = 20

/** The space that floating panels cover: the map is centred in the rest. */
export function paddingFor(mobile: boolean): Padding {
  return mobile ? { top: 130, right: 24, bottom: 240, left: 24 } : { top: 96, right: 76, bottom: 72, left: 284 }
}

/** Follows the pointer: the card after a delay, the drawer on a click. */
function usePointing(port: MapPort | null, drawn: ReturnType<typeof useMapDrawing>, padding: Padding) {
  const [hovered, setHovered] = useState<string | null>(null)
  const busy = useMap(({ editing, tool }) => editing || tool !== null)
  useEffect(() => {
    if (!port || busy) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stops = [
      port.on('click', (at) => {
        const hit = hitAt(port, drawn.current, at)
        setHovered(null)
        if (hit) follow(port, hit, padding)
      }),
      port.on('pointer', (at) => {
        clearTimeout(timer)
        const hit = at && hitAt(port, drawn.current, at)
        port.element.style.cursor = hit ? 'pointer' : ''
        if (hit?.kind === 'device') timer = setTimeout(() => setHovered(hit.id), HOVER_MS)
        else setHovered(null)
      }),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [port, drawn, padding, busy])
  return hovered
}

/** Moves the map to the operator's area once there is any; afterwards it stays where the user moved it. */
function useHoming(port: MapPort | null, padding: Padding): void {
  const loaded = useMap((state) => state.loaded)
  const land = useMap((state) => state.land)
  const version = useMap((state) => state.version)
  useEffect(() => {
    if (!port || !loaded || homing.done) return
    homing.done = goHome(port, padding, true)
  }, [port, loaded, land, version, padding])
}

const NOTHING: { alarms: readonly DrawnDevice[]; rings: readonly DrawnDevice[] } = { alarms: [], rings: [] }

/** What is animated around single markers: level 4 faults, and unproven commands. */
function useMoving(drawn: ReturnType<typeof useMapDrawing>): typeof NOTHING {
  const inView = useMap((state) => state.inView)
  const [moving, setMoving] = useState(NOTHING)
  useEffect(() => {
    const { devices } = drawn.current
    const alarms = devices.filter(({ state }) => bodyOf(state) === 'level4').slice(0, PULSES)
    const rings = devices.filter(({ turning }) => turning)
    setMoving((before) => (before === NOTHING && alarms.length + rings.length === 0 ? before : { alarms, rings }))
  }, [inView, drawn])
  return moving
}

/** What moves over the map: water, and the rings around single markers. */
export function MovingMarks({ port, drawn }: { port: MapPort; drawn: ReturnType<typeof useMapDrawing> }) {
  const { alarms, rings } = useMoving(drawn)
  return (
    <>
      <FlowMarks port={port} drawn={drawn} />
      {alarms.map((device) => (
        <PulseMark key={device.id} port={port} device={device} />
      ))}
      {rings.map((device) => (
        <RingMark key={device.id} port={port} device={device} />
      ))}
    </>
  )
}

/** The map with everything that is attached to places on it. */
export function MapCanvas({
  place,
  batch,
  children,
}: {
  place: MapPlace
  batch?: BatchSlot | undefined
  children?: ReactNode
}) {
  const { t } = useText()
  const { port, box } = place
  const mobile = useMobile()
  const [padding, setPadding] = useState(() => paddingFor(mobile))
  useEffect(() => setPadding(paddingFor(mobile)), [mobile])
  const probe = useRef<HTMLOutputElement>(null)
  const drawn = useMapDrawing(port, probe)
  const hovered = usePointing(port, drawn, padding)
  const selectedId = useMap((state) => state.selectedId)
  const tool = useMap((state) => state.tool)
  const past = useMap((state) => state.past !== null)
  useHoming(port, padding)
  return (
    <div
      ref={box}
      className={past ? 'map-box past' : 'map-box'}
      role="region"
      aria-label={t('map.label')}
      data-testid="map"
    >
      {port && (
        <div className="map-pins">
          <MovingMarks port={port} drawn={drawn} />
          {selectedId && <SelectionMark port={port} deviceId={selectedId} />}
          {hovered && hovered !== selectedId && !past && <HoverCard port={port} deviceId={hovered} />}
        </div>
      )}
      {port && <Lasso port={port} box={box} batch={batch} />}
      {port && tool === 'isolate' && <IsolationOverlay port={port} />}
      {children}
      <output ref={probe} hidden data-testid="map-probe" />
    </div>
  )
}
