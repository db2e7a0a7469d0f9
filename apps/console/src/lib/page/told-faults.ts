import { create } from 'zustand'

/** So long a fault that a message told of is not told by the bell once more. */
const KEPT_MS = 60_000

/** When a message about a fault was shown to the person, by its id. */
const told = create<Record<string, number>>()(() => ({}))

/** A message about these faults is shown to the person. */
export function tellFaults(ids: readonly string[]): void {
  const now = performance.now()
  told.setState(Object.fromEntries(ids.map((id) => [id, now])))
}

export const isFaultTold = (id: string): boolean => performance.now() - told.getState()[id]! < KEPT_MS

/** Returns the way out. */
export const onFaultsTold = (listener: () => void) => told.subscribe(listener)

export const forgetToldFaults = () => told.setState({}, true)
