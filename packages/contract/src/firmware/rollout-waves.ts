/** How far a wave reaches, counted from the first device: so many devices, or so many per cent of all. */
export type WaveReach = { devices: number } | { percent: number }

/** The waves of a roll-out that says none. */
export const USUAL_WAVES = '1, 5%, 25%, 100%'
const MOST_WAVES = 12
const REACH = /^(\d{1,6})(%?)$/

/**
 * The waves as they are typed, `1, 5%, 100%`; undefined where that is none: a wave of nothing, more than 100 %, or the last
 * one does not reach all.
 */
export function parseWaves(text: string): WaveReach[] | undefined {
  const parts = text.split(/[,，、]/).map((part) => REACH.exec(part.trim()))
  const reaches = parts.flatMap((found): WaveReach[] => {
    const count = Number(found?.[1] ?? 0)
    if (!found || count === 0 || (found[2] && count > 100)) return []
    return [found[2] ? { percent: count } : { devices: count }]
  })
  const last = reaches.at(-1)
  if (reaches.length < parts.length || reaches.length > MOST_WAVES || !last) return undefined
  return 'percent' in last && last.percent === 100 ? reaches : undefined
}

/** How many of `total` devices are in each wave; a wave that adds none is left out. */
export function waveSizes(reaches: readonly WaveReach[], total: number): number[] {
  let reached = 0
  return reaches.flatMap((reach) => {
    const wanted = 'percent' in reach ? Math.ceil((reach.percent * total) / 100) : reach.devices
    const size = Math.min(wanted, total) - reached
    if (size <= 0) return []
    reached += size
    return [size]
  })
}
