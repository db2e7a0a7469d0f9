/** Runs `run` for every item, at most `limit` at once, beginning in order. The first failure ends it. */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  let failed = false
  const worker = async () => {
    while (next < items.length && !failed) {
      const item = items[next++] as T
      try {
        await run(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
