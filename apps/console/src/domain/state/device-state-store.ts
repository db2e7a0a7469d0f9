import type { DeviceState } from '@sluice/contract'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { onLive, useLive, watchLive } from '../../lib/live/live.ts'
import { positionOf } from '../command/valve-position.ts'

/** The known state of one device; times are of the browser's clock. */
interface Known {
  heard?: DeviceState
  heardAt: number
  fetched?: DeviceState
  fetchedAt: number
}

/** The field by which both a state and a row that contains one tell their age. */
type Seen = Pick<DeviceState, 'lastSeenTime'>

const NOTHING: Known = { heardAt: 0, fetchedAt: 0 }
const useKnown = create<{ byId: ReadonlyMap<string, Known> }>()(() => ({ byId: new Map() }))

function keep(ids: Iterable<string>, change: (known: Known, id: string) => Known): void {
  useKnown.setState(({ byId }) => {
    const next = new Map(byId)
    for (const id of ids) next.set(id, change(next.get(id) ?? NOTHING, id))
    return { byId: next }
  })
}

/** Reports of devices that stand still are drawn together, this often: each draw costs a frame of the whole page. */
const PACE_MS = 1000

/** Devices that are looked at one by one, with the number of views of each. */
const close = new Map<string, number>()
let waiting = new Map<string, { heard: DeviceState; heardAt: number }>()
let frame: number | undefined
let turn: ReturnType<typeof setTimeout> | undefined
let drawnAt = Number.NEGATIVE_INFINITY

function draw(): void {
  frame = undefined
  clearTimeout(turn)
  turn = undefined
  drawnAt = performance.now()
  const changed = waiting
  waiting = new Map()
  keep(changed.keys(), (known, id) => ({ ...known, ...changed.get(id) }))
}

const drawNext = () => {
  frame ??= requestAnimationFrame(draw)
}

/**
 * What moves, or is looked at closely, is drawn with the next frame; all else at most once a second. The messages of
 * one frame are one change: 500 devices that report together cause one redraw.
 */
onLive((event) => {
  if (event.type !== 'device') return
  const { state } = event
  waiting.set(state.deviceId, { heard: state, heardAt: Date.now() })
  const rest = drawnAt + PACE_MS - performance.now()
  if (rest <= 0 || close.has(state.deviceId) || positionOf(state).motion !== null) drawNext()
  else turn ??= setTimeout(drawNext, rest)
})

/** The reports of this device are drawn at once while the component is shown. */
export function useCloseLook(deviceId: string): void {
  useEffect(() => {
    close.set(deviceId, (close.get(deviceId) ?? 0) + 1)
    return () => {
      const left = close.get(deviceId)! - 1
      if (left > 0) close.set(deviceId, left)
      else close.delete(deviceId)
    }
  }, [deviceId])
}

/** The state of a device as far as it is known, outside of a render. */
export function knownState(id: string): DeviceState | undefined {
  const known = useKnown.getState().byId.get(id)
  return known && stateOf(known)
}

/** Stores states requested by HTTP at `askedAt`; the answer to an earlier request never replaces a later one's. */
export function keepDeviceStates(states: readonly DeviceState[], askedAt: number): void {
  const fetched = new Map(states.map((state) => [state.deviceId, state]))
  keep(fetched.keys(), (known, id) =>
    askedAt < known.fetchedAt ? known : { ...known, fetched: fetched.get(id)!, fetchedAt: askedAt },
  )
}

export function forgetDeviceStates(): void {
  waiting = new Map()
  drawnAt = Number.NEGATIVE_INFINITY
  useKnown.setState({ byId: new Map() })
}

/**
 * Returns the one that was seen later; the known one when they are equal. A state fetched after a gap in the channel
 * wins over one from before it: a device may have fallen silent, which brings no sign of life.
 */
function newer<F extends Seen>(
  known: DeviceState | undefined,
  knownAt: number,
  fetched: F | undefined,
  fetchedAt: number,
): DeviceState | F | undefined {
  if (!known || !fetched) return known ?? fetched
  const { reopenedAt } = useLive.getState()
  if (knownAt < reopenedAt && fetchedAt >= reopenedAt) return fetched
  return !fetched.lastSeenTime || Date.parse(known.lastSeenTime ?? '') >= Date.parse(fetched.lastSeenTime)
    ? known
    : fetched
}

const stateOf = ({ heard, heardAt, fetched, fetchedAt }: Known) => newer(heard, heardAt, fetched, fetchedAt)

function useWatch(ids: readonly string[]): void {
  const key = ids.join(',')
  useEffect(() => (key ? watchLive({ devices: key.split(',') }) : undefined), [key])
}

/** The known states of these devices by id, from the live channel or fetched; unknown devices are absent. */
export function useDeviceStates(ids: readonly string[]): Readonly<Record<string, DeviceState>> {
  useWatch(ids)
  return useKnown(
    useShallow(({ byId }) => {
      const found: Record<string, DeviceState> = {}
      for (const id of ids) {
        const state = stateOf(byId.get(id) ?? NOTHING)
        if (state) found[id] = state
      }
      return found
    }),
  )
}

/** The known state of one device, or the row that arrived at `rowAt` (browser's clock) when that is newer. */
export function useStateOrRow<F extends Seen>(deviceId: string, row: F, rowAt: number): DeviceState | F {
  useWatch([deviceId])
  return useKnown(({ byId }) => {
    const known = byId.get(deviceId) ?? NOTHING
    const state = stateOf(known)
    return newer(state, state === known.heard ? known.heardAt : known.fetchedAt, row, rowAt) ?? row
  })
}
