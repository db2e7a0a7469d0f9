/** A row of a bulk change, as it was read. */
export interface BulkRow {
  id: string
  version: number
  name: string
}

/** What became of one device. */
export type Outcome<R extends BulkRow = BulkRow> =
  | { row: R; state: 'waiting' }
  | { row: R; state: 'done' }
  | { row: R; state: 'skipped' | 'failed'; because: string }

/** So many calls at once: the server answers others meanwhile. */
const PARALLEL = 4

export interface BulkWork<R extends BulkRow> {
  /** Why this row is left out; null: it is done. */
  whyNot?: (row: R) => string | null
  /** Does it to one row. */
  run: (row: R) => Promise<void>
  /** The reason in a refusal; undefined for what is no refusal, which goes on as a bug. */
  reasonOf: (error: unknown) => string | undefined
}

/**
 * Does something to each row by itself, so that one refusal leaves the others alone. `tell` hears of every step; after
 * `stop` no further row is begun.
 */
export async function doToEach<R extends BulkRow>(
  rows: readonly R[],
  { whyNot, run, reasonOf }: BulkWork<R>,
  { tell, stop }: { tell: (outcomes: readonly Outcome<R>[]) => void; stop?: AbortSignal },
): Promise<Outcome<R>[]> {
  const outcomes: Outcome<R>[] = rows.map((row) => ({ row, state: 'waiting' }))
  let next = 0
  const work = async () => {
    while (next < rows.length && !stop?.aborted) {
      const at = next++
      outcomes[at] = await outcomeOf(rows[at]!, { whyNot: whyNot ?? (() => null), run, reasonOf })
      tell([...outcomes])
    }
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL, rows.length) }, work))
  return outcomes
}

async function outcomeOf<R extends BulkRow>(
  row: R,
  { whyNot, run, reasonOf }: Required<BulkWork<R>>,
): Promise<Outcome<R>> {
  const because = whyNot(row)
  if (because !== null) return { row, state: 'skipped', because }
  try {
    await run(row)
    return { row, state: 'done' }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return { row, state: 'failed', because: reason }
  }
}

/** How many of each, for one sentence. */
export function countsOf(outcomes: readonly Outcome[]): Record<Outcome['state'], number> {
  const counts = { waiting: 0, done: 0, skipped: 0, failed: 0 }
  for (const { state } of outcomes) counts[state] += 1
  return counts
}

/** The rows as they stand after a change, and the values that bring them back. */
export function takenBack<R extends BulkRow>(
  outcomes: readonly Outcome<R>[],
  names: readonly (keyof R)[],
): { row: R; values: Partial<R> }[] {
  return outcomes
    .filter(({ state }) => state === 'done')
    .map(({ row }) => ({
      row: { ...row, version: row.version + 1 },
      values: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) as Partial<R>,
    }))
}
