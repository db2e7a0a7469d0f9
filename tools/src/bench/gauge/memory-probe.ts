/**
 * Loaded into a process that is measured (`--expose-gc --import`): on a message it collects garbage and answers
 * what is left. Twice with a pause, because what dies with a finaliser dies one collection later.
 */
process.on('message', () => {
  globalThis.gc?.()
  setTimeout(() => {
    globalThis.gc?.()
    process.send?.(process.memoryUsage())
  }, 500)
})
// The measured process ends when it has nothing to do, whoever listens.
process.channel?.unref()
