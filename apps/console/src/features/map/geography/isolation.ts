import { type DeviceState, type Isolation, networkIsolate } from '@sluice/contract'
import { useCurrentStates } from '../../../domain/current-state.ts'
import { useAnswer } from '../../../lib/api/answer.ts'
import { type Burst, useMap } from '../map-state.ts'

/** The openings of at most this many valves are fetched at once (contract: deviceStates). */
const STATES_PER_CALL = 100

function inputOf({ edgeId, place }: Burst) {
  return place ? { edgeId, lng: place[0], lat: place[1] } : { edgeId }
}

/** The valves that close off the chosen burst, computed by the server on the stored network. */
export function useIsolation() {
  const burst = useMap((state) => state.burst)
  return useAnswer(networkIsolate, burst && inputOf(burst), { staleMs: 0 })
}

/** The reports of the valves to close: fetched once, then from the live channel. */
export function useValveStates(valves: Isolation['valves']): Readonly<Record<string, DeviceState>> {
  const ids = valves.map(({ deviceId }) => deviceId).slice(0, STATES_PER_CALL)
  return useCurrentStates(ids)
}
