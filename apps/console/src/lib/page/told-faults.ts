/** So long a fault that a message told of is not told by the bell once more. */
const KEPT_MS = 60_000

const toldAt = new Map<string, number>()
const listeners = new Set<() => void>()

/** A message about these faults is shown to the person. */
export function tellFaults(ids: readonly string[]): void {
  const now = performance.now()
  for (const [id, at] of toldAt) if (now - at >= KEPT_MS) toldAt.delete(id)
  for (const id of ids) toldAt.set(id, now)
  for (const listener of listeners) listener()
}

export function isFaultTold(id: string): boolean {
  const at = toldAt.get(id)
  return at !== undefined && performance.now() - at < KEPT_MS
}

/** Returns the way out. */
export function onFaultsTold(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function forgetToldFaults(): void {
  toldAt.clear()
}
