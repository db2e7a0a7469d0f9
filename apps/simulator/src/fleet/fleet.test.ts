import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SentReport } from '../station/station.types.ts'
import { TinyCenter, until } from '../station/tiny-center.fixture.ts'
import { createFleet, type Fleet } from './fleet.ts'
import { planStations, stationAddress } from './plan.ts'

let center: TinyCenter
let port: number
let fleet: Fleet | undefined

beforeEach(async () => {
  center = new TinyCenter()
  port = await center.listen()
})

afterEach(async () => {
  await fleet?.stop()
  await center.close()
})

test('a plan follows from its seed; a larger one begins with the smaller one', () => {
  const plan = (stations: number, seed = 1) => planStations({ stations, seed, reportIntervalS: 60 })
  expect(plan(50)).toEqual(plan(50))
  expect(plan(80).slice(0, 50)).toEqual(plan(50))
  expect(plan(50, 2)).not.toEqual(plan(50))
  expect(new Set(plan(200).map(({ kind }) => kind)).size).toBe(5)
  expect(new Set(plan(200).map(({ address }) => address)).size).toBe(200)
  expect(stationAddress(10_000_001, 9)).toBe('0010000010')
  const first = plan(500).map(({ firstReportMs }) => firstReportMs!)
  expect(Math.max(...first)).toBeGreaterThan(55_000)
  expect(first.filter((ms) => ms < 30_000).length).toBeGreaterThan(200)
})

test('a fleet connects all its stations and counts what they did', async () => {
  const plan = planStations({ stations: 200, seed: 4, password: 'A1B2' })
  fleet = createFleet({ host: '127.0.0.1', port, plan, seed: 4, callsPerSecond: 5_000 })
  const acknowledged: SentReport[] = []
  fleet.onAcknowledged((report) => acknowledged.push(report))
  await fleet.start()
  expect(fleet.counters()).toMatchObject({ stations: 200, connected: 200, connects: 200 })
  await Promise.all(fleet.stations.map((station) => station.report()))
  await until(() => fleet!.counters().waiting === 0)
  const counters = fleet.counters()
  expect(counters.acknowledged).toBe(counters.sent)
  expect(acknowledged).toHaveLength(counters.acknowledged)
  expect(center.of('32')).toHaveLength(200)
  expect(new Set(center.received.map(({ password }) => password))).toEqual(new Set(['A1B2']))
  // The reports that the platform confirmed are exactly those that the fleet counts.
  const keyOf = ({ func, serial }: { func: string; serial: number | null }, address: string) =>
    `${address} ${func} ${serial}`
  expect(new Set(acknowledged.map((report) => keyOf(report, report.address)))).toEqual(
    new Set(center.received.map((message) => keyOf(message, message.station))),
  )
})

test('timed reports come by themselves, spread over the interval', async () => {
  const plan = planStations({ stations: 40, seed: 4, kind: 'SOIL', reportIntervalS: 0.4 })
  fleet = createFleet({ host: '127.0.0.1', port, plan, seed: 4, callsPerSecond: 5_000 })
  await fleet.start()
  await until(() => center.of('32').length >= 120)
  expect(new Set(center.of('32').map(({ station }) => station)).size).toBe(40)
})

test('stations that join a running fleet connect too', async () => {
  const plan = planStations({ stations: 3, seed: 4 })
  fleet = createFleet({ host: '127.0.0.1', port, plan: plan.slice(0, 1), seed: 4 })
  await fleet.start()
  fleet.add(plan.slice(1))
  await until(() => fleet!.counters().connected === 3)
  expect(fleet.stations.map(({ connected }) => connected)).toEqual([true, true, true])
})

test('a fleet that is stopped while it starts leaves nothing behind', async () => {
  const plan = planStations({ stations: 100, seed: 4 })
  fleet = createFleet({ host: '127.0.0.1', port, plan, seed: 4, callsPerSecond: 10 })
  const started = fleet.start()
  await until(() => fleet!.counters().connected >= 3)
  await fleet.stop()
  await started
  await until(() => center.connections === 0)
  expect(fleet.counters().connects).toBeLessThan(50)
})
