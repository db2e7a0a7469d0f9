/** A time that misses values: from when the next one was due until one came. Epoch ms. */
export interface Gap {
  from: number
  to: number
}

/** After this many steps without a value there is a gap; the platform calls a device silent after as many. */
const GAP_STEPS = 2.5
/** The steps on each side from which the usual step of a place is computed. */
const AROUND = 5

/** From one value to the next. */
interface Span {
  from: number
  to: number
}

function middle(steps: readonly Span[]): number {
  const lengths = steps.map(({ from, to }) => to - from).toSorted((a, b) => a - b)
  return lengths[Math.floor((lengths.length - 1) / 2)] ?? 0
}

/**
 * Finds the gaps of a series that is read once, in order of time, with a handful of its times in memory.
 *
 * What is usual is judged where it happens: the slower of the steps before and after, and never less than
 * `leastStepMs`, the device's own interval or the bucket. One measure for the whole series would make each hour of an
 * hourly past a gap as soon as the device reports by the minute.
 */
export class GapFinder {
  readonly #leastStepMs: number
  #last: number | undefined
  #before: Span[] = []
  /** Steps that are not judged yet: the first one, and those after it. */
  #ahead: Span[] = []

  constructor(leastStepMs: number) {
    this.#leastStepMs = leastStepMs
  }

  /** Takes the next time and returns the gap that it made certain. */
  add(time: number): Gap[] {
    const last = this.#last
    this.#last = time
    if (last === undefined) return []
    this.#ahead.push({ from: last, to: time })
    return this.#ahead.length > AROUND ? this.#judge() : []
  }

  /** The gaps among the last times. */
  end(): Gap[] {
    const gaps: Gap[] = []
    while (this.#ahead.length > 0) gaps.push(...this.#judge())
    return gaps
  }

  #judge(): Gap[] {
    const [span, ...after] = this.#ahead as [Span, ...Span[]]
    const before = this.#before
    this.#ahead = after
    this.#before = [...before, span].slice(-AROUND)
    const length = span.to - span.from
    if (length <= this.#leastStepMs * GAP_STEPS) return []
    const step = Math.max(this.#leastStepMs, middle(before), middle(after))
    return step > 0 && length > step * GAP_STEPS ? [{ from: span.from + step, to: span.to }] : []
  }
}

/** The gaps of a series whose times are in order. */
export function gapsOf(times: readonly number[], leastStepMs: number): Gap[] {
  const finder = new GapFinder(leastStepMs)
  return [...times.flatMap((time) => finder.add(time)), ...finder.end()]
}
