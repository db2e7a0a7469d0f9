import { startChild } from '../child.ts'
import { overRounds } from '../gauge/statistics.ts'
import type { Figures, Measure } from '../measure.ts'
import type { calls as ScriptCalls } from '../programs/script.process.ts'

/** A payload script for one report, against a message to a thread and back, which it cannot do without. */
export const script: Measure = {
  name: 'script',
  async run({ undo, quick }): Promise<Figures> {
    const child = startChild<typeof ScriptCalls>(new URL('../programs/script.process.ts', import.meta.url), undo)
    await child.ask('round', { ms: 1000 })
    const rounds: { trip: number; run: number }[] = []
    for (let round = 0; round < (quick ? 3 : 7); round++) rounds.push(await child.ask('round', { ms: 1000 }))
    await child.ask('stop', null)
    await child.stop()
    return {
      ratios: { run: overRounds(rounds.map(({ run, trip }) => run / trip)) },
      unit: 'times a message to a thread and back',
      absolute: {
        usPerReport: overRounds(rounds.map(({ run }) => run / 1000)),
        usPerTrip: overRounds(rounds.map(({ trip }) => trip / 1000)),
        reportsPerSecond: overRounds(rounds.map(({ run }) => 1e9 / run)),
      },
    }
  },
}
