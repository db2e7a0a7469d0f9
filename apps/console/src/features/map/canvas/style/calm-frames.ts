/** What a change of markers leads to arrives in parts, one for each tile: they wait this long for each other. */
const GATHER_MS = 150
/** From one such frame to the next. */
const APART_MS = 1_000

/** The part of MapLibre's map that asks for a frame. */
interface Repainting {
  triggerRepaint(): void
}

export interface CalmFrames {
  /** Other markers are drawn: nobody waits for them. */
  gather(): void
  /** Somebody does something with the map: the next second's frames come at once. */
  hurry(): void
}

/**
 * Frames that only other markers ask for come together, at most one a second: without a graphics card each costs a
 * quarter of a second of the processor.
 */
export function calmFrames(map: Repainting): CalmFrames {
  const repaint = map.triggerRepaint.bind(map)
  let timer: ReturnType<typeof setTimeout> | undefined
  let [isAsked, hurriedAt, drawnAt] = [false, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const isHurried = () => performance.now() - hurriedAt < APART_MS
  const release = () => {
    clearTimeout(timer)
    timer = undefined
    if (isAsked) repaint()
    isAsked = false
  }
  const wait = (leastMs: number) => {
    const now = performance.now()
    timer ??= setTimeout(
      () => {
        if (isAsked) drawnAt = performance.now()
        release()
      },
      Math.max(leastMs, drawnAt + APART_MS - now),
    )
  }
  map.triggerRepaint = () => {
    // What comes late for such a frame waits for the next one.
    if (!isHurried() && performance.now() - drawnAt < APART_MS) wait(0)
    if (timer === undefined) repaint()
    else isAsked = true
  }
  return {
    gather() {
      if (!isHurried()) wait(GATHER_MS)
    },
    hurry() {
      hurriedAt = performance.now()
      release()
    },
  }
}
