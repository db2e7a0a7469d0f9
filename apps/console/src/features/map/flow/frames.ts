/** Most frames a second. */
const FRAME_MS = 50
/** A frame that comes so much later than it was asked for is late. */
const LATE_MS = 100
/** So many of the last WATCHED frames: this machine draws too slowly for moving marks. */
const MOST_LATE = 10
const WATCHED = 20

/**
 * Calls `draw` at most 20 times a second and never while the page is hidden, until it is
 * stopped or the frames come late: then `giveUp` is called once.
 */
export function runFrames(draw: () => void, giveUp: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined
  let late: boolean[] = []
  const stop = () => {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
    timer = undefined
    frame = undefined
  }
  const ask = () => {
    const askedAt = performance.now()
    const own = requestAnimationFrame(() => {
      if (frame !== own) return
      const now = performance.now()
      draw()
      // Drawing may have ended it.
      if (frame !== own) return
      late = [...late, now - askedAt > LATE_MS].slice(-WATCHED)
      if (late.filter(Boolean).length < MOST_LATE) timer = setTimeout(ask, FRAME_MS)
      else leave(giveUp)
    })
    frame = own
  }
  const follow = () => {
    stop()
    if (document.visibilityState === 'visible') ask()
  }
  const leave = (then?: () => void) => {
    stop()
    document.removeEventListener('visibilitychange', follow)
    then?.()
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => leave()
}
