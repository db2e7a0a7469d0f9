import type { Area } from './areas.ts'
import { diffOf, lineOf, type Mutation } from './mutation.ts'

export type Fate = 'killed' | 'timed out' | 'survived' | 'unreached'

export interface Outcome {
  area: Area
  mutation: Mutation
  fate: Fate
  /** Why a survivor may stay, if a reason is recorded. */
  reason: string | undefined
}

export interface Figure {
  area: Area
  mutants: number
  killed: number
  /** Killed mutants that timed out: on a busy machine run them again. */
  timedOut: number
  percent: number
}

const isKilled = ({ fate }: Outcome): boolean => fate === 'killed' || fate === 'timed out'

/** One figure for each area with an outcome; a mutant that no test reaches has survived. */
export function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  return [...new Set(outcomes.map(({ area }) => area))].map((area) => {
    const own = outcomes.filter((one) => one.area === area)
    const killed = own.filter(isKilled).length
    const timedOut = own.filter(({ fate }) => fate === 'timed out').length
    return { area, mutants: own.length, killed, timedOut, percent: (100 * killed) / own.length }
  })
}

export const meetsGoal = ({ percent, area }: Figure): boolean => percent >= area.goalPercent

/** A table in the format of docs/decisions. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(
    (figure) =>
      `| ${figure.area.name} | ${figure.mutants} | ${figure.killed} | ${figure.timedOut} | ${figure.percent.toFixed(1)} % | ${figure.area.goalPercent} %${meetsGoal(figure) ? '' : ' ✗'} |`,
  )
  return [
    '| area | mutants | killed | by time | figure | goal |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

/** Each survivor with its place, its diff and the reason why it stays. */
export function survivorsOf(outcomes: readonly Outcome[], sources: ReadonlyMap<string, string>): string[] {
  return outcomes
    .filter((one) => !isKilled(one))
    .map(({ mutation, fate, reason }) => {
      const source = sources.get(mutation.path) ?? ''
      const note = fate === 'unreached' ? ', no test comes here' : ''
      const head = `${mutation.path}:${lineOf(source, mutation.start)} ${mutation.operator}${note}`
      const why = reason === undefined ? [] : [`  stays: ${reason}`]
      return [head, ...diffOf(source, mutation).map((line) => `  ${line}`), ...why].join('\n')
    })
}
