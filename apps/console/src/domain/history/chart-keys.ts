/** The parts by which the keys change a range: a zoom keeps half of it, a step moves by a quarter. */
const ZOOM = 2
const STEP = 1 / 4
/** The shortest range that the keys reach: a minute of reports. */
const LEAST_MS = 60_000

type Span = readonly [from: number, to: number]

/** A range inside another of at least its length, moved there where it stands out of it. */
function within([from, to]: Span, [least, most]: Span): Span {
  const span = Math.min(to - from, most - least)
  const begin = Math.min(Math.max(from, least), most - span)
  return [Math.round(begin), Math.round(begin + span)]
}

/**
 * The range that a key asks for: `+` its middle half, `-` twice as much, the arrows a quarter earlier or later. Never
 * beyond `whole`, the range before any zoom. Null for other keys and where nothing changes.
 */
export function keyedRange(key: string, range: Span, whole: Span): Span | null {
  const [from, to] = range
  const span = to - from
  const around = (length: number): Span => [(from + to - length) / 2, (from + to + length) / 2]
  const moved = (by: number): Span => [from + by * span, to + by * span]
  const asked: Record<string, () => Span> = {
    '+': () => around(Math.max(span / ZOOM, Math.min(span, LEAST_MS))),
    '-': () => around(span * ZOOM),
    ArrowLeft: () => moved(-STEP),
    ArrowRight: () => moved(STEP),
  }
  const next = asked[key === '=' ? '+' : key]?.()
  if (!next) return null
  const [begin, end] = within(next, whole)
  return begin === Math.round(from) && end === Math.round(to) ? null : [begin, end]
}
