import { expect, it } from 'vitest'
import { type BulkRow, countsOf, doToEach, type Outcome, takenBack } from './bulk.rules.ts'

interface Row extends BulkRow {
  areaId: string | null
}
const rows = (n: number): Row[] =>
  Array.from({ length: n }, (_none, at) => ({ id: `${at}`, version: 3, name: `d${at}`, areaId: at ? `${at}` : null }))
const reasonOf = (error: unknown) => (error instanceof RangeError ? error.message : undefined)

it('does it to each row by itself: a refusal is told beside the others, and what does not suit is left out', async () => {
  const done: string[] = []
  const told: number[] = []
  const outcomes = await doToEach(
    rows(6),
    {
      whyNot: ({ id }) => (id === '2' ? 'no' : null),
      run: async ({ id }) => {
        if (id === '4') throw new RangeError('taken')
        done.push(id)
      },
      reasonOf,
    },
    { tell: (all) => told.push(countsOf(all).waiting) },
  )
  expect(done.toSorted()).toEqual(['0', '1', '3', '5'])
  expect(countsOf(outcomes)).toEqual({ waiting: 0, done: 4, skipped: 1, failed: 1 })
  expect(outcomes[4]).toMatchObject({ state: 'failed', because: 'taken' })
  expect(outcomes[2]).toMatchObject({ state: 'skipped', because: 'no' })
  expect(told.at(-1)).toBe(0)
  expect(told).toHaveLength(6)
})

it('runs a few at a time, and begins no further row after a stop', async () => {
  const stop = new AbortController()
  let [now, most] = [0, 0]
  const run = async () => {
    now += 1
    most = Math.max(most, now)
    await Promise.resolve()
    now -= 1
    stop.abort()
  }
  const outcomes = await doToEach(rows(20), { run, reasonOf }, { tell: () => undefined, stop: stop.signal })
  expect(most).toBe(4)
  expect(countsOf(outcomes)).toMatchObject({ done: 4, waiting: 16 })
})

it('a failure that is no refusal goes on', async () => {
  const run = () => Promise.reject(new TypeError('bug'))
  await expect(doToEach(rows(1), { run, reasonOf }, { tell: () => undefined })).rejects.toThrow('bug')
})

it('is taken back for the rows that were changed, at their new version, with the values they had', () => {
  const [one, two, three] = rows(3) as [Row, Row, Row]
  const outcomes: Outcome<Row>[] = [
    { row: one, state: 'done' },
    { row: two, state: 'failed', because: 'x' },
    { row: three, state: 'done' },
  ]
  expect(takenBack(outcomes, ['areaId'])).toEqual([
    { row: { ...one, version: 4 }, values: { areaId: null } },
    { row: { ...three, version: 4 }, values: { areaId: '2' } },
  ])
})
