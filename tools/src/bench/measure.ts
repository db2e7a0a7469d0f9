import type { BenchCluster } from './gauge/cluster.ts'
import type { Undo } from './load/undo.ts'

/** What a measure gets: where to work, and how much time there is. */
export interface Bench {
  quick: boolean
  /** A folder of this run on a real disk. */
  place: string
  /** One durable database server for the whole run, so that floors and product paths share it. */
  cluster(): Promise<BenchCluster>
  undo: Undo
  /** Reports progress to the user. */
  say(text: string): void
}

/** Figures as printed: ratios to a floor of the same run first, absolute values beside. */
export type Figures = Record<string, unknown>

/** The missed goals of a run, as `measure.goal`. */
export function missedGoals(measures: Readonly<Record<string, Figures>>): string[] {
  return Object.entries(measures).flatMap(([name, { met }]) =>
    Object.entries((met ?? {}) as Record<string, boolean>).flatMap(([goal, isMet]) => (isMet ? [] : `${name}.${goal}`)),
  )
}

export interface Measure {
  name: string
  run(bench: Bench): Promise<Figures>
}
