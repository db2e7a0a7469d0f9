/**
 * The changes of one uplink to the state in memory. Each takes effect at once, because later uplinks are judged by it,
 * and all can be undone. Values changed by others since then are left alone, in both directions.
 */
export class Changes {
  /** Four entries per change: the owner, the key, the old value, the new value. */
  readonly #log: unknown[] = []

  set<T extends object, K extends keyof T>(owner: T, key: K, value: T[K]): void {
    const before = owner[key]
    if (before === value) return
    owner[key] = value
    this.#log.push(owner, key, before, value)
  }

  put<V>(owner: Map<string, V>, key: string, value: V): void {
    const before = owner.get(key)
    if (before === value) return
    owner.set(key, value)
    this.#log.push(owner, key, before, value)
  }

  include(owner: Set<string>, key: string, isIn: boolean): void {
    if (owner.has(key) === isIn) return
    if (isIn) owner.add(key)
    else owner.delete(key)
    this.#log.push(owner, key, !isIn, isIn)
  }

  undo(): void {
    const log = this.#log
    for (let n = log.length - 4; n >= 0; n -= 4) replace(log[n], log[n + 1], log[n + 3], log[n + 2])
  }

  redo(): void {
    const log = this.#log
    for (let n = 0; n < log.length; n += 4) replace(log[n], log[n + 1], log[n + 2], log[n + 3])
  }
}

function replace(owner: unknown, key: unknown, expected: unknown, value: unknown): void {
  if (read(owner as object, key as PropertyKey) === expected) write(owner as object, key as PropertyKey, value)
}

function read(owner: object, key: PropertyKey): unknown {
  if (owner instanceof Map) return owner.get(key)
  return owner instanceof Set ? owner.has(key) : Reflect.get(owner, key)
}

/** Deletes a key that did not exist before. */
function write(owner: object, key: PropertyKey, value: unknown): void {
  if (owner instanceof Map && value !== undefined) owner.set(key, value)
  else if (owner instanceof Set && value === true) owner.add(key)
  else if (owner instanceof Map || owner instanceof Set) owner.delete(key)
  else Reflect.set(owner, key, value)
}
