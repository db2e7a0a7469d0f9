import { type DeviceState, deviceStates, type Isolation, networkIsolate } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useDeviceState } from '../../../lib/device-states.ts'
import { type Burst, useMap } from '../map-state.ts'

/** More valves than this are not asked for their openings at once (contract: deviceStates). */
const STATES_PER_CALL = 100

function inputOf({ edgeId, place }: Burst) {
  return place ? { edgeId, lng: place[0], lat: place[1] } : { edgeId }
}

/** Which valves close off the chosen burst, as the server finds it on the stored network. */
export function useIsolation() {
  const burst = useMap((state) => state.burst)
  return useQuery({
    queryKey: ['isolation', burst],
    queryFn: ({ signal }) => call(networkIsolate, inputOf(burst!), { inPlace: true, signal }),
    enabled: burst !== null,
    staleTime: 0,
  })
}

/** What the valves to be closed report: asked for once, then as the live channel tells. */
export function useValveStates(valves: Isolation['valves']): Readonly<Record<string, DeviceState>> {
  const ids = valves.map(({ deviceId }) => deviceId).slice(0, STATES_PER_CALL)
  const live = useDeviceState(ids)
  const fetched = useQuery({
    queryKey: ['states', ids.join()],
    queryFn: ({ signal }) => call(deviceStates, { deviceIds: ids.join() }, { inPlace: true, signal }),
    enabled: ids.length > 0,
  })
  return { ...Object.fromEntries((fetched.data ?? []).map((state) => [state.deviceId, state])), ...live }
}
