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

/** What is known at this moment, with reports that are not drawn yet. */
function knownNow(id: string): Known {
  const known = useKnown.getState().byId.get(id) ?? NOTHING
  const heard = waiting.get(id)
  return heard ? { ...known, ...heard } : known
}

const listeners = new Set<(state: DeviceState) => void>()

/** Tells the state of a device each time that something about it was heard or fetched, at once and for every device. */
export function onDeviceState(listener: (state: DeviceState) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(id: string): void {
  const state = knownState(id)
  if (state) for (const listener of listeners) listener(state)
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
  tell(state.deviceId)
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
  return stateOf(knownNow(id))
}

/**
 * The known state of a device that the answer to a request at `askedAt` does not replace, outside of a render; `seen` is
 * the last sign of life that the answer knows, epoch s.
 */
export function stateBeyond(id: string, seen: number | null, askedAt: number): DeviceState | undefined {
  return beyond(knownNow(id), seen ?? NEVER, askedAt)
}

/** Stores states requested by HTTP at `askedAt`; the answer to an earlier request never replaces a later one's. */
export function keepDeviceStates(states: readonly DeviceState[], askedAt: number): void {
  const fetched = new Map(states.map((state) => [state.deviceId, state]))
  keep(fetched.keys(), (known, id) =>
    askedAt < known.fetchedAt ? known : { ...known, fetched: fetched.get(id)!, fetchedAt: askedAt },
  )
  for (const id of fetched.keys()) tell(id)
}

export function forgetDeviceStates(): void {
  waiting = new Map()
  drawnAt = Number.NEGATIVE_INFINITY
  useKnown.setState({ byId: new Map() })
}

/** An answer may be older than its request: the server keeps one for a second. */
const ANSWER_AGE_MS = 2000

const NEVER = 0
/** The last sign of life, epoch s: the answer with all devices says it no finer. */
const seenOf = ({ lastSeenTime }: Seen) => (lastSeenTime ? Math.floor(Date.parse(lastSeenTime) / 1000) : NEVER)

/**
 * The one rule by which what is known meets what was fetched, for a state, a row of a list and a point of the map. The
 * later sign of life wins. Where both have the same, the known one stays unless it is from before the request: a device
 * that fell silent, or was disabled, gives no sign. For the same reason what was fetched after a gap in the channel wins
 * over whatever is from before it.
 */
function staysKnown(known: DeviceState, knownAt: number, fetchedSeen: number, fetchedAt: number): boolean {
  const { reopenedAt } = useLive.getState()
  if (knownAt < reopenedAt && fetchedAt >= reopenedAt) return false
  const later = seenOf(known) - fetchedSeen
  return later === 0 ? knownAt >= fetchedAt - ANSWER_AGE_MS : later > 0
}

/** What is known by itself: of what was heard and what was fetched, the one that counts. */
function stateOf({ heard, heardAt, fetched, fetchedAt }: Known): DeviceState | undefined {
  if (!heard || !fetched) return heard ?? fetched
  return staysKnown(heard, heardAt, seenOf(fetched), fetchedAt) ? heard : fetched
}

function beyond(known: Known, answeredSeen: number, answeredAt: number): DeviceState | undefined {
  const state = stateOf(known)
  if (!state) return undefined
  const knownAt = state === known.heard ? known.heardAt : known.fetchedAt
  return staysKnown(state, knownAt, answeredSeen, answeredAt) ? state : undefined
}

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
  return useKnown(({ byId }) => beyond(byId.get(deviceId) ?? NOTHING, seenOf(row), rowAt)) ?? row
}
