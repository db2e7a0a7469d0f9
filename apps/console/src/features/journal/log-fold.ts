import type { OperationLogRow } from '@sluice/contract'

type Batched = Pick<OperationLogRow, 'id' | 'action' | 'batch'>

/** Shown for its batch: the line that says what was asked for, else the newest one. */
function headOf<T extends Batched>(lines: readonly T[]): T {
  return lines.find(({ action }) => !action.startsWith('command.')) ?? lines[0]!
}

function batchesOf<T extends Batched>(lines: readonly T[]): ReadonlyMap<string, T[]> {
  const batches = new Map<string, T[]>()
  for (const line of lines) batches.set(line.batch, [...(batches.get(line.batch) ?? []), line])
  return batches
}

/** One line for each batch, at the place of its newest line; below it the others of the batches that are open. */
export function folded<T extends Batched>(lines: readonly T[], open: ReadonlySet<string>): T[] {
  return [...batchesOf(lines)].flatMap(([batch, own]) => {
    const head = headOf(own)
    return open.has(batch) ? [head, ...own.filter((line) => line !== head)] : [head]
  })
}

/** How many lines each head stands for, on this page. */
export function countsOf(lines: readonly Batched[]): ReadonlyMap<string, number> {
  return new Map([...batchesOf(lines).values()].map((own) => [headOf(own).id, own.length]))
}
