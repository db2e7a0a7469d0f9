import { expect, test } from 'vitest'
import { NOW, POISON, registered, said, STATION, uplinkWorld } from './uplink.fixture.ts'

const told = (answers: readonly { verdict: string; acknowledge: boolean }[]) =>
  answers.map(({ verdict, acknowledge }) => [verdict, acknowledge])

test('repeats of a report that is on its way share its fate: refused with it, none is acknowledged', async () => {
  const { accept } = uplinkWorld()
  const bad = said(POISON, { identity: 1 })
  expect(told(await accept(bad, bad, said(40, { identity: 2 }), bad))).toEqual([
    ['OK', false],
    ['DUPLICATE', false],
    ['OK', true],
    ['DUPLICATE', false],
  ])
})

test('a report that was refused is taken as new when it comes again, and its repeats then as repeats', async () => {
  const { accept, state, results, openings } = uplinkWorld()
  const bad = said(POISON, { identity: 1 })
  expect(told(await accept(bad))).toEqual([['OK', false]])
  expect(told(await accept(bad, bad))).toEqual([
    ['OK', false],
    ['DUPLICATE', false],
  ])
  state.refuses = () => false
  expect(told(await accept(bad, bad))).toEqual([
    ['OK', true],
    ['DUPLICATE', true],
  ])
  expect(openings()).toEqual([POISON])
  expect(results().filter(([, result]) => result === 'OK')).toEqual([[1, 'OK']])
})

test('the hour of a report that was refused is marked by the next one', async () => {
  const { accept, batches } = uplinkWorld()
  await accept(said(POISON))
  await accept(said(40, { at: NOW - 1 }))
  const hour = Date.parse('2026-06-12T06:00:00Z')
  expect(batches.map(({ dirty }) => dirty)).toEqual([[{ deviceId: '1', hour }]])
})

test('repeats of a report whose store is away for a while are acknowledged with it, after it', async () => {
  const { accept, state, results } = uplinkWorld()
  state.away = 3
  const one = said(40, { identity: 1 })
  expect(told(await accept(one, one, one))).toEqual([
    ['OK', true],
    ['DUPLICATE', true],
    ['DUPLICATE', true],
  ])
  expect(results()).toEqual([
    [1, 'OK'],
    [1, 'DUPLICATE'],
    [1, 'DUPLICATE'],
  ])
})

test('a repeat in a later batch than its original waits for what became of it', async () => {
  const { accept, state } = uplinkWorld()
  const held = Promise.withResolvers<void>()
  state.held = held.promise
  const bad = said(POISON, { identity: 1 })
  const original = accept(bad)
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  const repeat = accept(bad)
  held.resolve()
  expect(told(await original)).toEqual([['OK', false]])
  expect(told(await repeat)).toEqual([['DUPLICATE', false]])
})

test('a repeat that the store refuses leaves its original known', async () => {
  const { accept, state, results } = uplinkWorld()
  const one = said(40, { identity: 1 })
  await accept(one)
  state.refuses = ({ result }) => result === 'DUPLICATE'
  expect(told(await accept(one))).toEqual([['DUPLICATE', false]])
  state.refuses = () => false
  expect(told(await accept(one))).toEqual([['DUPLICATE', true]])
  expect(results().map(([, result]) => result)).toEqual(['OK', 'DUPLICATE'])
})

test('what was stored before a restart is known after it, also for a station that was met as a slave first', async () => {
  const stations = [STATION]
  const { accept, directory } = uplinkWorld({ stations, identities: new Map([['11', [5]]]) })
  await accept(said(40, { identity: 5 }))
  stations[0] = { ...STATION, device: registered('11'), channels: [] }
  directory.forgetRegistrations()
  expect(told(await accept(said(41, { identity: 5 }), said(42, { identity: 6 })))).toEqual([
    ['DUPLICATE', true],
    ['OK', true],
  ])
  expect(directory.device('11')?.lastSeen).toBe(NOW)
})
