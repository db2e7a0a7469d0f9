import { mapReadings, NETWORK_KINDS, type NetworkReadings, networkReadings, QUANTITY_METRICS } from '@sluice/contract'
import { useEffect, useRef } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useLive } from '../../../lib/live/live.ts'
import { useAddressParam } from '../../../lib/page/address-param.ts'
import { type ColouredStretch, colourMap, devices, publishDevices, useMap } from '../map-state.ts'
import { useShownMoment } from '../past/use-past.ts'
import { addressOf, binOf, type ColourBy, colouringIn, isQuantity, UNPROVEN } from './bins.rules.ts'

/** Values grow old without a report: the map looks again this often. */
const LOOK_AGAIN_MS = 15_000
/** The live channel tells what is new; asking again finds devices that came, and what was changed by hand. */
const AGAIN_MS = 300_000
/** The stretches of the network change with any report of its valves. */
const STRETCHES_MS = 30_000
/** A hundred thousand devices on a slow connection. */
const TIMEOUT_MS = 60_000
/** A moment of the past changes only with late reports. */
const THEN_STALE_MS = 60_000

/** The name of the colouring in the address. */
const COLOUR = 'colour'

/** The choice stands in the address, so that it can be sent; without one there, the map keeps the last one. */
function useAddress(): void {
  const [given, change] = useAddressParam(COLOUR)
  const opened = useRef(given)
  const wanted = useMap(({ colourBy, filter }) => addressOf({ by: colourBy, only: filter.bins }))
  useEffect(() => {
    const first = opened.current
    opened.current = null
    if (first !== null) colourMap(colouringIn(first))
    else if (wanted !== given) change(wanted)
  }, [wanted, given, change])
}

/** Escape shows all bins again, unless it closes something first. */
function useEscape(): void {
  const pressed = useMap(({ filter }) => filter.bins.size > 0)
  useEffect(() => {
    if (!pressed) return
    const reset = (event: KeyboardEvent) => {
      const { colourBy, selectedId, tool } = useMap.getState()
      if (event.key !== 'Escape' || event.defaultPrevented || selectedId !== null || tool !== null) return
      colourMap({ by: colourBy, only: new Set() })
    }
    window.addEventListener('keydown', reset)
    return () => window.removeEventListener('keydown', reset)
  }, [pressed])
}

const NO_STRETCHES: readonly ColouredStretch[] = []

function colouredIn({ of, stretches }: NetworkReadings): ColouredStretch[] {
  const metric = QUANTITY_METRICS[of][0]!
  return stretches.map(({ kind, line, rank, value }) => ({
    kind,
    line,
    rank,
    bin: value === null ? UNPROVEN : binOf(metric, value),
  }))
}

/** Colours the network by what its valves prove: asked again and again, like its flows. */
function useStretches(by: ColourBy, time: string | null): void {
  const may = usePermission(['geo:list'])
  const hasNetwork = useMap((state) => state.land.some(({ kind }) => NETWORK_KINDS.includes(kind)))
  const asks = may && hasNetwork && (by === 'pressure' || by === 'flow')
  const { data: answer } = useAnswer(networkReadings, asks ? { of: by, ...(time === null ? {} : { time }) } : null, {
    keep: true,
    silent: true,
    timeoutMs: TIMEOUT_MS,
    ...(time === null ? { everyMs: STRETCHES_MS } : { staleMs: THEN_STALE_MS }),
  })
  // An answer that is kept from another quantity or from another time of it is none.
  const isOurs = asks && answer?.of === by && (answer.then === null) === (time === null)
  useEffect(() => {
    useMap.setState({ stretches: isOurs ? colouredIn(answer) : NO_STRETCHES })
  }, [answer, isOurs])
  useEffect(() => () => useMap.setState({ stretches: NO_STRETCHES }), [])
}

/** Keeps the colours of the map: asked once for a quantity, then told by the live channel, or of a moment of the past. */
export function useColouring(): void {
  useAddress()
  useEscape()
  const by = useMap((state) => state.colourBy)
  const past = useMap((state) => state.past)
  const placing = useMap(() => devices.placing)
  const reopened = useLive((state) => state.reopened)
  const time = useShownMoment()
  const input = isQuantity(by) ? { of: by, ...(time === null ? {} : { time }) } : null
  const { data: answer } = useAnswer(mapReadings, input, {
    keep: true,
    silent: true,
    timeoutMs: TIMEOUT_MS,
    ...(time === null ? { fresh: true, everyMs: AGAIN_MS, follows: [reopened] } : { staleMs: THEN_STALE_MS }),
  })
  useEffect(() => {
    if (past === null) devices.colours.showThen(null, devices.indexOf)
    if (answer) {
      if (past === null) devices.colours.fill(answer, devices.indexOf)
      else devices.colours.showThen(answer, devices.indexOf)
    }
    publishDevices()
  }, [answer, past, placing])
  useStretches(by, time)
  const isColoured = by !== 'state'
  useEffect(() => {
    if (!isColoured) return
    const clock = setInterval(publishDevices, LOOK_AGAIN_MS)
    return () => clearInterval(clock)
  }, [isColoured])
}
