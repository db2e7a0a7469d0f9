import { deviceAt, devicesAt, mapEvents } from '@sluice/contract'
import { useEffect, useMemo, useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useAddressParam } from '../../../lib/page/address-param.ts'
import { useMoment } from '../../../lib/time/clock.ts'
import { devices, publishDevices, useMap } from '../map-state.ts'
import { axisOf, MINUTE_MS, momentsOf, onAxis, type SpanH, SPANS_H } from './past.rules.ts'

/** A dragged handle asks for a frame at most this often. */
const FRAME_MS = 150
/** A frame of a moment changes only with late reports. */
const STALE_MS = 60_000
/** The name of the moment in the address. */
const AT = 'at'

const isoOf = (time: number) => new Date(time).toISOString()

/** The value as it was when it last stood still for a while, or `every` ms ago while it does not. */
function useCalm<T>(value: T, every: number): T {
  const [calm, setCalm] = useState(value)
  const [since, setSince] = useState(0)
  useEffect(() => {
    if (calm === value) return
    const left = Math.max(0, since + every - performance.now())
    const timer = setTimeout(() => {
      setSince(performance.now())
      setCalm(value)
    }, left)
    return () => clearTimeout(timer)
  }, [calm, value, since, every])
  return calm
}

/**
 * The moment of the map as the calls take it, null for the present: it does not change with each step of a dragged
 * handle.
 */
export function useShownMoment(): string | null {
  const time = useMap((state) => state.past)
  const calm = useCalm(time, FRAME_MS)
  return time === null || calm === null ? null : isoOf(calm)
}

/** Shows a moment of the past on the map; null leads back to the present. */
export function showMoment(time: number | null): void {
  useMap.setState({ past: time, tool: null, picked: null, burst: null })
}

/** An hour ago: where a look into the past begins. */
export function openingMoment(): number {
  return onAxis(Date.now() - 60 * MINUTE_MS, axisOf(Date.now(), SPANS_H[0]))
}

/** The moment stands in the address, so that it can be sent to somebody. */
function useAddress(time: number | null): void {
  const [given, change] = useAddressParam(AT)
  // Only the address that the screen was opened with counts: afterwards it follows the map.
  const [opened] = useState(given)
  useEffect(() => {
    const asked = opened === null ? Number.NaN : Date.parse(opened)
    const axis = axisOf(Date.now(), SPANS_H[1])
    if (Number.isFinite(asked) && asked >= axis.from && asked <= axis.to) showMoment(onAxis(asked, axis))
    return () => showMoment(null)
  }, [opened])
  const shown = useCalm(time, 1_000)
  useEffect(() => change(shown === null ? null : isoOf(shown)), [shown, change])
}

/** Draws the devices as they were at the moment of the map, and as they are without one. */
export function usePast(): { time: number | null; busy: boolean; error: Error | null; retry: () => void } {
  const time = useMap((state) => state.past)
  const loaded = useMap((state) => state.loaded)
  useAddress(time)
  const asked = useShownMoment()
  const frame = useAnswer(devicesAt, asked === null ? null : { time: asked }, { keep: true, staleMs: STALE_MS })
  const shown = time === null ? null : frame.data
  useEffect(() => {
    if (shown === undefined) return
    devices.showThen(shown)
    publishDevices()
  }, [shown, loaded])
  useEffect(() => () => devices.showThen(null), [])
  return { time, busy: frame.isFetching, error: frame.error, retry: () => void frame.refetch() }
}

/** The axis up to now, and what happened on it. */
export function usePastEvents(spanH: SpanH) {
  const now = useMoment((present) => Math.floor(present / MINUTE_MS) * MINUTE_MS)
  const axis = useMemo(() => axisOf(now, spanH), [now, spanH])
  const range = { startTime: isoOf(axis.from), endTime: isoOf(axis.to + MINUTE_MS) }
  const asked = useAnswer(mapEvents, range, { keep: true, staleMs: STALE_MS })
  const moments = useMemo(() => (asked.data ? momentsOf(asked.data) : []), [asked.data])
  return { axis, events: asked.data, moments, error: asked.error, retry: () => void asked.refetch() }
}

/** The values of one device at the moment. */
export function useDeviceThen(deviceId: string, time: number) {
  const asked = useCalm(time, FRAME_MS)
  return useAnswer(deviceAt, { deviceId, time: isoOf(asked) }, { keep: true, staleMs: STALE_MS })
}
