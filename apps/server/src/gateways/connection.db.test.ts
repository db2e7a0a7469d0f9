import { connectionPage } from '@sluice/contract'
import { frameOf, freeAddress, makeDevice, pause, reportOf, type TestStation, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../testing/src/platform/shared-platform.ts'

const { test, clock, now } = sharedPlatform()

async function eventsOf(port: number | undefined): Promise<Record<string, unknown>[]> {
  const { rows } = await test.db.query(
    `select event, reason, device_id, duration_s, bytes_in, bytes_out from connect_log
     where remote like '%:' || $1::text order by id /* unscoped:test */`,
    [port],
  )
  return rows
}

async function eventsUntil(port: number | undefined, last: string): Promise<Record<string, unknown>[]> {
  return until(`${last} in the connection log`, async () => {
    const events = await eventsOf(port)
    return events.some(({ event }) => event === last) && events
  })
}

async function registered(productNo = 'SL651-VALVE') {
  const { id, stationAddress } = await makeDevice(test.admin, { productNo })
  const station = await test.station({ station: stationAddress })
  return { id, station, stationAddress, port: station.socket.localPort }
}

describe('the connection log', () => {
  it('tells of connecting, registering and the end, with duration and bytes', async () => {
    const { id, station, port } = await registered()
    await station.report(1, { 39: 1 })
    clock.advance(2_000)
    const sent = station.socket.bytesWritten
    const got = station.socket.bytesRead
    await station.end()
    const events = await eventsUntil(port, 'DISCONNECT')
    expect(events.map(({ event, device_id }) => [event, device_id])).toEqual([
      ['CONNECT', null],
      ['REGISTER', id],
      ['DISCONNECT', id],
    ])
    expect(events[2]).toMatchObject({ duration_s: 2, bytes_in: String(sent), bytes_out: String(got) })
    const page = await test.admin.call(connectionPage, { deviceId: id })
    expect(page.list.map(({ event }) => event)).toEqual(['DISCONNECT', 'REGISTER'])
  })
})

describe('a station that connects again', () => {
  it('closes its older connection, which the log calls KICKED, and is served on the new one', async () => {
    const { id, station, port, stationAddress } = await registered()
    await station.report(1, { 39: 1 })
    const newer = await test.station({ station: stationAddress })
    await newer.report(2, { 39: 1 })
    await station.whenClosed()
    const events = await eventsUntil(port, 'DISCONNECT')
    expect(events.map(({ event }) => event)).toEqual(['CONNECT', 'REGISTER', 'KICKED', 'DISCONNECT'])
    expect(events[2]).toMatchObject({ device_id: id, reason: 'connected again' })
    await newer.report(3, { 39: 1 })
    expect(newer.closed).toBe(false)
  })
})

/** The gateway looks for silent lines every five seconds of real time, by the platform's clock, and closes at the second look. */
describe('a silent line', () => {
  it('is closed: at once a minute without a frame, a quarter of an hour later also one that had registered', async () => {
    const mute = await test.station({ station: freeAddress() })
    const stranger = await test.station({ station: freeAddress() })
    const { station, port } = await registered()
    const mutePort = mute.socket.localPort
    await station.report(1, { 39: 1 })
    stranger.send(reportOf(stranger.link, 1, { 39: 1 }, { at: now() }))
    clock.advance(61_000)
    await Promise.all([mute.whenClosed(), stranger.whenClosed()])
    expect(station.closed).toBe(false)
    expect((await eventsUntil(mutePort, 'REJECTED')).at(-1)).toMatchObject({ reason: 'no identification' })
    clock.advance(14 * 60_000)
    await station.whenClosed()
    const events = await eventsUntil(port, 'HEARTBEAT_LOST')
    expect(events.find(({ event }) => event === 'HEARTBEAT_LOST')).toMatchObject({ reason: 'silence' })
  })

  it('with half a frame is given up after ten seconds, and the whole frame behind it is stored', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 })
    const many = Object.fromEntries(['58', '59', '5A', '5B', '5C', '5D', '5E', '5F', '60', '61'].map((key) => [key, 1]))
    const half = frameOf(reportOf(station.link, 2, many, { at: now() })).subarray(0, 24)
    const whole = frameOf(reportOf(station.link, 3, { 39: 1 }, { at: now() + 60_000 }))
    // The half frame's length reaches beyond the end of the whole one: nothing can be cut yet. What is confirmed came
    // with them: they are there before the clock goes on.
    const before = frameOf(reportOf(station.link, 4, { 39: 1 }, { at: now() + 120_000 }))
    station.write(Buffer.concat([before, half, whole]))
    await station.answer(({ serial }) => serial === 4)
    await pause(100)
    expect(station.answers).toHaveLength(2)
    clock.advance(11_000)
    await station.answer(({ serial }) => serial === 3)
    const { rows } = await test.db.query(
      'select count(*)::int as n from device_message where device_id = $1 /* unscoped:test */',
      [id],
    )
    expect(rows).toEqual([{ n: 3 }])
  })
})

describe('a flood', () => {
  it('of frames on one line is read slowly without loss, while another line is served at once', async () => {
    const flood = await registered()
    const quiet = await registered()
    const frames = Array.from({ length: 6000 }, (_, n) =>
      frameOf(reportOf(flood.station.link, n + 1, { 39: 1 }, { at: now() })),
    )
    flood.station.write(Buffer.concat(frames))
    await quiet.station.report(1, { 39: 1 })
    expect(flood.station.answers.length).toBeLessThan(6000)
    await settleFlood(flood.station)
    expect(new Set(flood.station.answers.map(({ serial }) => serial)).size).toBe(6000)
  })

  it('of rubbish closes the line', async () => {
    const { station, port } = await registered()
    const broken = frameOf(reportOf(station.link, 1, { 39: 1 }, { at: now() }))
    broken[20] = (broken[20] ?? 0) ^ 1
    station.write(Buffer.concat(Array.from({ length: 300 }, () => broken)))
    await station.whenClosed()
    expect((await eventsUntil(port, 'REJECTED')).at(-1)).toMatchObject({ reason: 'too many bad frames' })
  })
})

async function settleFlood(station: TestStation): Promise<void> {
  await until('all answers of the flood', () => station.answers.length >= 6000, 50_000)
}
