import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { latest } from '@sluice/contract'
import { makeDevice, openLive, pause, reportOf, type TestStation, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../testing/src/platform/shared-platform.ts'
import { openDatabase } from '../platform/db/db.ts'
import { silentLog } from '../platform/log/log.ts'

const { test, now } = sharedPlatform()

async function ready(): Promise<{ status: number; checks: Record<string, boolean> }> {
  const response = await fetch(`${test.url}/readyz`)
  const { checks } = (await response.json()) as { checks: Record<string, boolean> }
  return { status: response.status, checks }
}

async function registered(): Promise<{ id: string; station: TestStation }> {
  const { id, stationAddress } = await makeDevice(test.admin)
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1 })
  return { id, station }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Outside the heap, by what is still in use. */
function heldBytes(): number {
  collectGarbage()
  const { external, arrayBuffers } = process.memoryUsage()
  return external + arrayBuffers
}

async function okSerials(id: string): Promise<number[]> {
  const { rows } = await test.db.query<{ serial: number }>(
    `select (identity & 65535)::int as serial from device_message
     where device_id = $1 and result = 'OK' order by serial /* unscoped:test */`,
    [id],
  )
  return rows.map(({ serial }) => serial)
}

/** Runs a statement outside the platform: on another database of the same cluster. */
async function outside(statement: string): Promise<void> {
  const address = { ...test.database.address, database: 'postgres' }
  const db = await openDatabase({ address, log: silentLog, poolSize: 1 })
  try {
    await db.query(statement)
  } finally {
    await db.close()
  }
}

/** Ends every connection of the platform: what a restart of PostgreSQL looks like. Resolves when none is left. */
const breakConnections = () =>
  outside(
    `select pg_terminate_backend(pid, 20000) from pg_stat_activity
     where datname = '${test.database.address.database}'`,
  )

describe('while the store refuses', () => {
  it('nothing is acknowledged, lines are not read, /readyz fails and screens are notified; then everything is stored', async () => {
    const { id, station } = await registered()
    const { id: other, station: second } = await registered()
    const live = await openLive(test.url, test.admin.visitor)
    await live.event(({ type }) => type === 'hello')
    expect(await ready()).toMatchObject({ status: 200, checks: { ingest: true } })

    await test.db.query('alter table device_message rename to device_message_gone')
    station.send(reportOf(station.link, 2, { 39: 2 }, { at: now() + 1000 }))
    await live.event((event) => event.type === 'store' && !event.up)
    expect(await ready()).toMatchObject({ status: 503, checks: { database: true, ingest: false } })
    // Lines are paused now: what the stations send waits in the network, not in our memory.
    for (let serial = 3; serial < 40; serial++) {
      station.send(reportOf(station.link, serial, { 39: serial }, { at: now() + serial * 1000 }))
      second.send(reportOf(second.link, serial, { 39: serial }, { at: now() + serial * 1000 }))
    }
    await pause(300)
    expect([station.answers.length, second.answers.length]).toEqual([1, 1])
    expect(test.platform.telemetry.backlog()).toBe(1)
    const newcomer = await test.station()
    expect(newcomer.closed).toBe(false)

    await test.db.query('alter table device_message_gone rename to device_message')
    await live.event((event) => event.type === 'store' && event.up)
    await until('all confirms', () => station.answers.length === 39 && second.answers.length === 38)
    const serials = Array.from({ length: 39 }, (_, n) => n + 1)
    expect(await okSerials(id)).toEqual(serials)
    expect(await okSerials(other)).toEqual(serials.filter((serial) => serial !== 2))
    expect(await ready()).toMatchObject({ status: 200 })
    live.close()
    await newcomer.end()
  })

  it('a hundred stations that keep sending do not grow the process', async () => {
    const fleet = await Promise.all(Array.from({ length: 100 }, registered))
    await test.db.query('alter table telemetry rename to telemetry_gone')
    fleet[0]!.station.send(reportOf(fleet[0]!.station.link, 2, { 39: 2 }, { at: now() }))
    await until('the outage', () => !test.platform.telemetry.storeUp())
    const before = heldBytes()
    for (const { station } of fleet) {
      for (let serial = 100; serial < 300; serial++) {
        station.send(reportOf(station.link, serial, { 39: 1 }, { at: now() + serial * 1000 }))
      }
    }
    await pause(500)
    expect(test.platform.telemetry.backlog()).toBeLessThan(100)
    // The test's own sockets hold what they could not send: 100 × 200 frames of some 50 bytes.
    expect(heldBytes() - before).toBeLessThan(16_000_000)
    await test.db.query('alter table telemetry_gone rename to telemetry')
    const reportsOf = (station: TestStation) => (station === fleet[0]!.station ? 202 : 201)
    const others = () =>
      fleet
        .map(({ station }, n) => `station ${n}: ${station.answers.length} of ${reportsOf(station)}`)
        .filter((_, n) => fleet[n]!.station.answers.length !== reportsOf(fleet[n]!.station))
    await expect.poll(others, { timeout: 60_000 }).toEqual([])
    for (const { id, station } of fleet.slice(0, 5)) {
      expect(await okSerials(id)).toHaveLength(reportsOf(station))
      await station.end()
    }
  }, 120_000)

  it('a station that connects for the first time is not taken for an unknown one', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    await test.db.query('alter table device rename to device_gone')
    const station = await test.station({ station: stationAddress })
    station.send(reportOf(station.link, 1, { 39: 1 }, { at: now() }))
    await pause(200)
    expect(station.answers).toEqual([])
    await test.db.query('alter table device_gone rename to device')
    expect(await station.answer()).toMatchObject({ serial: 1 })
    expect(await okSerials(id)).toEqual([1])
    const { rows } = await test.db.query('select from unknown_station where address = $1', [stationAddress])
    expect(rows).toEqual([])
  })
})

describe('when every connection of the database breaks', () => {
  it('in mid-ingest, each acknowledged report is stored once and the others are taken when sent again', async () => {
    const fleet = await Promise.all(Array.from({ length: 20 }, registered))
    const sending = fleet.map(async ({ station }) => {
      for (let serial = 2; serial <= 60; serial++) {
        await station.report(serial, { 39: serial }, { at: now() + serial * 1000 })
      }
    })
    for (let round = 0; round < 5; round++) {
      await breakConnections()
      await pause(50)
    }
    await Promise.all(sending)
    const serials = Array.from({ length: 60 }, (_, n) => n + 1)
    for (const { id, station } of fleet) {
      expect(await okSerials(id)).toEqual(serials)
      await station.end()
    }
    const state = await test.admin.call(latest, { deviceId: fleet[0]!.id })
    expect(state.values['level']).toMatchObject({ v: 60 })
  })

  it('and stays away, /readyz says so for the database too; it comes back by itself', async () => {
    const { id, station } = await registered()
    const name = test.database.address.database
    await outside(`alter database ${name} with allow_connections false`)
    await breakConnections()
    station.send(reportOf(station.link, 2, { 39: 2 }, { at: now() + 1000 }))
    await until('the outage', () => !test.platform.telemetry.storeUp())
    expect(await ready()).toMatchObject({ status: 503, checks: { database: false, ingest: false } })
    expect((await test.admin.answer('GET', latest.path, { deviceId: id })).status).toBeGreaterThanOrEqual(500)
    expect(station.answers).toHaveLength(1)
    await outside(`alter database ${name} with allow_connections true`)
    expect(await station.answer(({ serial }) => serial === 2)).toMatchObject({ end: 'ESC' })
    expect(await okSerials(id)).toEqual([1, 2])
    await until('readiness', async () => (await ready()).status === 200)
  })
})
