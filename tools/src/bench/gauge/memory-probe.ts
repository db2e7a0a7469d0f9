/**
 * Loaded into a measured process (`--expose-gc --import`): on a message it collects garbage and returns the remaining
 * memory. Twice with a pause, because objects with a finaliser are freed one collection later.
 */
process.on('message', () => {
  globalThis.gc?.()
  setTimeout(() => {
    globalThis.gc?.()
    process.send?.(process.memoryUsage())
  }, 500)
})
// The measured process ends when it has nothing to do, even with listeners.
process.channel?.unref()
