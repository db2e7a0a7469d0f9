import { type DeviceState, deviceStates } from '@sluice/contract'
import { call } from '../../lib/api/api.ts'

type Wait = (states: Promise<ReadonlyMap<string, DeviceState>>) => void
let waiting = new Map<string, Wait[]>()

function askAll(): void {
  const asked = waiting
  waiting = new Map()
  const states = call(deviceStates, { deviceIds: [...asked.keys()].join(',') }, { silent: true }).then(
    (list) => new Map(list.map((state) => [state.deviceId, state])),
  )
  for (const waits of asked.values()) for (const wait of waits) wait(states)
}

/** The last state of a device. Cards drawn together share one call for a whole page. */
export async function stateOf(deviceId: string): Promise<DeviceState | undefined> {
  const states = await new Promise<ReadonlyMap<string, DeviceState>>((resolve, reject) => {
    if (waiting.size === 0) queueMicrotask(() => setTimeout(askAll))
    const wait: Wait = (all) => void all.then(resolve, reject)
    waiting.set(deviceId, [...(waiting.get(deviceId) ?? []), wait])
  })
  return states.get(deviceId)
}
