import type { DeviceState } from '@sluice/contract'
import { useEffect } from 'react'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { onLive, watchLive } from './live.ts'

/** The last state the live channel told per device. Fetched states are older or equal: the caller prefers these. */
const useStates = create<{ byId: ReadonlyMap<string, DeviceState> }>()(() => ({ byId: new Map() }))

const heardAt = new WeakMap<DeviceState, number>()

/** When the live channel told this state, on the browser's clock; 0 for one that it did not tell. */
export const whenHeard = (state: DeviceState): number => heardAt.get(state) ?? 0

/** Messages of one frame are one change: 500 devices reporting together draw once. */
let waiting = new Map<string, DeviceState>()
onLive((event) => {
  if (event.type !== 'device') return
  if (waiting.size === 0) {
    requestAnimationFrame(() => {
      const changed = waiting
      waiting = new Map()
      useStates.setState((state) => ({ byId: new Map([...state.byId, ...changed]) }))
    })
  }
  heardAt.set(event.state, Date.now())
  waiting.set(event.state.deviceId, event.state)
})

export function forgetDeviceStates(): void {
  waiting = new Map()
  useStates.setState({ byId: new Map() })
}

/** Live states of these devices, by id; a device that has not reported since is absent. */
export function useDeviceState(ids: readonly string[]): Record<string, DeviceState> {
  const key = ids.join(',')
  useEffect(() => (key ? watchLive({ devices: key.split(',') }) : undefined), [key])
  return useStates(
    useShallow((state) => {
      const found: Record<string, DeviceState> = {}
      for (const id of ids) {
        const known = state.byId.get(id)
        if (known) found[id] = known
      }
      return found
    }),
  )
}
