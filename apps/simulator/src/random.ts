/** A source of chance that repeats itself exactly for the same seed. */
export interface Random {
  /** In [0, 1). */
  next(): number
  between(min: number, max: number): number
  /** A whole number in [0, below). */
  whole(below: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** mulberry32: 32 bits of state are plenty for a fleet that only has to look alive. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    whole: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T,
  }
}

/** A seed made of names and numbers (FNV-1a): the same parts give the same seed in every process. */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of parts.join('/')) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  return hash >>> 0
}

/** Chance without state: in [0, 1), fixed for a seed and a whole number `n` (a day, a window, a grid point). */
export function chanceAt(seed: number, n: number): number {
  let mixed = Math.imul((seed ^ Math.imul(n | 0, 0x9e3779b1)) >>> 0, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  mixed ^= mixed >>> 16
  mixed = Math.imul(mixed, 0x27d4eb2f)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** Smooth noise in [-1, 1] over `x`, one independent value per whole number: what a sensor's reading drifts by. */
export function noiseAt(seed: number, x: number): number {
  const left = Math.floor(x)
  const along = x - left
  const eased = along * along * (3 - 2 * along)
  return 2 * (chanceAt(seed, left) * (1 - eased) + chanceAt(seed, left + 1) * eased) - 1
}
