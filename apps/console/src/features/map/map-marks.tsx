import { useRef } from 'react'
import { showAge, useNow } from '../../lib/time/clock.ts'
import { useCurrentState } from '../../domain/state/current-state.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { useFaces } from '../../domain/metric/points.ts'
import { useText } from '../../lib/text/text.ts'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { Reading } from '../../parts/reading/reading.tsx'
import { StateChip, FaultChip } from '../../parts/reading/status-chip.tsx'
import { bodyText, BODY_FACES, RING_FACES } from './markers/body-words.ts'
import { colourSaid } from './colour/bin-words.ts'
import { shiftFor } from './canvas/coordinate-shift.ts'
import { shortName } from './markers/device-layer.ts'
import type { MapDevice } from './markers/device-store.ts'
import type { DrawnDevice, MapPort } from './canvas/map-port.ts'
import { devices, useMap } from './map-state.ts'
import { ringOf } from './markers/marker-state.ts'
import { ringFor } from './command-rings.ts'
import { orderedKeys } from './markers/reading-order.ts'
import { useAnchor } from './canvas/use-anchor.ts'

const READINGS_SHOWN = 4

function placeOf(device: MapDevice | undefined): { lng: number; lat: number } | null {
  if (device?.lng == null || device.lat === null) return null
  const [lng, lat] = shiftFor(useMap.getState().tiles).toMap(device.lng, device.lat)
  return { lng, lat }
}

/** Reported and commanded side by side: the two never look alike (docs/spec/look.md#1). */
export function Asked({ deviceId }: { deviceId: string }) {
  const command = useMap((state) => state.commands.get(deviceId))
  const target = command?.target?.opening
  if (target === null || target === undefined) return null
  return (
    <span className="num t2">
      <span aria-hidden="true">⇢ </span>
      {formatNumber(target, 0)}
      <span className="unit">%</span>
    </span>
  )
}

/** The ring and the tag of the selected device. */
export function SelectionMark({ port, deviceId }: { port: MapPort; deviceId: string }) {
  const box = useRef<HTMLDivElement>(null)
  const version = useMap((state) => state.version)
  const isPast = useMap((state) => state.past !== null)
  const device = devices.get(deviceId)
  const place = placeOf(device)
  const { data: state } = useCurrentState(deviceId)
  const faceOf = useFaces(device?.productId)
  const ring = useMap(({ commands }) => {
    const command = commands.get(deviceId)
    return command ? ringFor(command) : null
  })
  useAnchor(box, port, place)
  void version
  if (!device || !place) return null
  return (
    <div ref={box} className="map-anchor" aria-hidden="true" data-testid="map-selected">
      <span className="select-ring" />
      <span className={ring ? `select-tag num ${ring}` : 'select-tag num'}>
        <b>{shortName(device.name)}</b>
        {!isPast && state?.values['opening'] && (
          <Reading metric="opening" reading={state.values['opening']} face={faceOf('opening')} />
        )}
        {!isPast && <Asked deviceId={deviceId} />}
      </span>
    </div>
  )
}

/** One slow ring around each device with a level 4 fault, until the fault is over (docs/spec/look.md#2.7). */
export function PulseMark({ port, device }: { port: MapPort; device: Pick<DrawnDevice, 'lng' | 'lat'> }) {
  const box = useRef<HTMLDivElement>(null)
  useAnchor(box, port, device)
  return (
    <div ref={box} className="map-anchor" aria-hidden="true">
      <span className="pulse-ring" />
    </div>
  )
}

/** The ring of an unproven command: its dashes rotate slowly. */
export function RingMark({ port, device }: { port: MapPort; device: DrawnDevice }) {
  const box = useRef<HTMLDivElement>(null)
  useAnchor(box, port, device)
  const ring = ringOf(device.state)
  if (!ring) return null
  return (
    <div
      ref={box}
      className="map-anchor"
      aria-hidden="true"
      data-testid="map-ring"
      data-id={device.id}
      data-ring={ring}
    >
      <svg className={`ring-mark ${ring}`} viewBox="-20 -20 40 40" width="40" height="40">
        <circle r="17.4" className="ring-halo" />
        <circle r="17.4" className="ring-dashes" />
      </svg>
    </div>
  )
}

/** The card of a marker under the pointer: name, state and its age, up to four readings. */
export function HoverCard({ port, deviceId }: { port: MapPort; deviceId: string }) {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  const device = devices.get(deviceId)
  const place = placeOf(device)
  const { data: state } = useCurrentState(deviceId)
  const now = useNow(10_000)
  const faceOf = useFaces(device?.productId)
  useAnchor(box, port, place)
  if (!device || !place) return null
  const spot = port.project(place.lng, place.lat)
  const sides = `${spot.x > port.element.clientWidth - 260 ? 'to-left' : 'to-right'} ${spot.y < 200 ? 'to-bottom' : 'to-top'}`
  const { tone, glyph } = BODY_FACES[device.body]
  const ring = ringOf(device.state)
  const worst = state?.faults.toSorted((a, b) => b.level - a.level)[0]
  const values = state?.values ?? {}
  const said = colourSaid(deviceId)
  return (
    <div ref={box} className="map-anchor above">
      <div className={`hover-card ${sides}`} role="tooltip" data-testid="map-hover">
        <div className="row between hover-head">
          <b className="clip">{device.name}</b>
          <StateChip tone={tone} glyph={glyph} text={bodyText(device.body)} />
        </div>
        <p className="t3">
          {worst && <FaultChip {...worst} />}
          {ring && (
            <StateChip tone={RING_FACES[ring].tone} glyph={RING_FACES[ring].glyph} text={t(RING_FACES[ring].text)} />
          )}
          <span>{device.seen === null ? t('map.neverSeen') : showAge(device.seen, now)}</span>
          {said !== null && <span>{said}</span>}
        </p>
        <Facts look="lines">
          {orderedKeys(values)
            .slice(0, READINGS_SHOWN)
            .map((key) => (
              <Fact key={key} name={metricLabel(key, faceOf(key))}>
                <Reading metric={key} reading={values[key]} face={faceOf(key)} />
              </Fact>
            ))}
        </Facts>
      </div>
    </div>
  )
}
