import { expect, test } from 'vitest'
import { missedGoals } from './measure.ts'

test('every goal that is not met is named, with its measure', () => {
  const measures = {
    steady: { met: { cpuShare: true, lost: false } },
    burst: { met: { command: false, stillUp: true } },
    list: { cases: {} },
  }
  expect(missedGoals(measures)).toEqual(['steady.lost', 'burst.command'])
  expect(missedGoals({})).toEqual([])
})
