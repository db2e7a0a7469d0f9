/** One small change of a source file, kept in memory: nothing is ever written. */
export interface Mutation {
  /** Relative to the repository. */
  path: string
  start: number
  end: number
  text: string
  operator: string
}

export function mutate(source: string, { start, end, text }: Mutation): string {
  return source.slice(0, start) + text + source.slice(end)
}

export function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

/** The changed lines as a diff: the original, and the change that the tests did not notice. */
export function diffOf(source: string, mutation: Mutation): string[] {
  const changed = mutate(source, mutation)
  const before = source.split('\n')
  const after = changed.split('\n')
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++
  return [
    ...before.slice(head, before.length - tail).map((line) => `- ${line.trim()}`),
    ...after.slice(head, after.length - tail).map((line) => `+ ${line.trim()}`),
  ]
}
