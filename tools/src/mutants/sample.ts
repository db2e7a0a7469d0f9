/** A small seeded generator: the same seed gives the same sample on every machine. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` of the items, all equally likely, in their original order. */
export function sampleOf<T>(items: readonly T[], count: number, seed: number): T[] {
  const next = generator(seed)
  const places = items.map((_, index) => index)
  for (let left = places.length - 1; left > 0; left--) {
    const other = Math.floor(next() * (left + 1))
    const [one, two] = [places[left] ?? 0, places[other] ?? 0]
    places[left] = two
    places[other] = one
  }
  const chosen = new Set(places.slice(0, count))
  return items.filter((_, index) => chosen.has(index))
}
