import { sl651Element, sl651Report, type Sl651Message } from '@sluice/codecs'
import { expect, test } from 'vitest'
import { Sl651Echoes } from './sl651.echo.ts'

const LEVEL = sl651Element('39', 1.5)!
const REPORT = sl651Report(
  { center: 1, station: '0012345678', password: '0000' },
  { serial: 1, sendTime: '2026-07-01 08:00:00' },
  { func: '32', stationType: '48', obsTime: '2026-07-01 08:00', elements: [LEVEL] },
)
const EMPTY: Sl651Message = { ...REPORT, body: { kind: 'empty', station: null } }
/** A confirmation in a function that carries a report. */
const BARE: Sl651Message = { ...REPORT, body: { ...REPORT.body, elements: [] } as Sl651Message['body'] }

test('what answers a confirm is confirmed once, however often it comes and whatever its number', () => {
  const echoes = new Sl651Echoes()
  expect(echoes.mayConfirm(REPORT, 0)).toBe(true)
  const answers = [BARE, BARE, EMPTY, BARE, BARE].map((message, n) =>
    echoes.mayConfirm({ ...message, serial: n }, n + 1),
  )
  expect(answers).toEqual([true, false, false, false, false])
})

test('every report is confirmed, also between such answers and after them', () => {
  const echoes = new Sl651Echoes()
  const said = [REPORT, EMPTY, REPORT, EMPTY, EMPTY, REPORT, REPORT, EMPTY]
  expect(said.map((message, n) => echoes.mayConfirm(message, n))).toEqual([
    true,
    true,
    true,
    true,
    false,
    true,
    true,
    true,
  ])
})

test('an empty message of another function, or a minute later, or one that could be read in part only is none', () => {
  const echoes = new Sl651Echoes()
  const another: Sl651Message = { ...EMPTY, func: '4A' }
  const partial: Sl651Message = { ...EMPTY, partial: { at: 22, rest: '00' } }
  expect([echoes.mayConfirm(EMPTY, 0), echoes.mayConfirm(another, 1), echoes.mayConfirm(EMPTY, 2)]).toEqual([
    true,
    true,
    true,
  ])
  expect(echoes.mayConfirm(EMPTY, 2 + 60_000)).toBe(true)
  expect(echoes.mayConfirm(EMPTY, 2 + 60_000 + 59_999)).toBe(false)
  expect([echoes.mayConfirm(partial, 70_000), echoes.mayConfirm(partial, 70_001)]).toEqual([true, true])
})
