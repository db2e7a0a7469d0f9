import { afterEach, beforeEach, expect, test } from 'vitest'
import { handTurnedWheel } from '../hand-turned-wheel.fixture.ts'
import { createStation } from './station.ts'
import type { SentReport, Station, StationOptions } from './station.types.ts'
import { TinyCenter, until } from './tiny-center.fixture.ts'

const ADDRESS = '0010000001'
let center: TinyCenter
let port: number
let stations: Station[]

beforeEach(async () => {
  center = new TinyCenter()
  port = await center.listen()
  stations = []
})

afterEach(async () => {
  await Promise.all(stations.map((station) => station.close()))
  await center.close()
})

function stationOf(options: Partial<StationOptions> = {}): Station {
  const backoffMs = { min: 20, max: 100 }
  const station = createStation({
    host: '127.0.0.1',
    port,
    address: ADDRESS,
    kind: 'VALVE_STATION',
    seed: 7,
    ackTimeoutMs: 3_000,
    retryLaterMs: 100,
    strokeMs: 120,
    backoffMs,
    ...options,
  })
  stations.push(station)
  return station
}

test('a report is confirmed, and the station says which one', async () => {
  const station = stationOf()
  const heard: SentReport[] = []
  station.onAcknowledged((report) => heard.push(report))
  expect(await station.connect()).toBe(true)
  const { report, outcome } = await station.report()
  expect(outcome).toBe('acknowledged')
  const [received] = center.of('32')
  expect(received).toMatchObject({ station: ADDRESS, password: '1234', center: 1, serial: report.serial })
  const body = received?.body.kind === 'report' ? received.body : undefined
  expect(body?.stationType).toBe('5A')
  expect(Object.fromEntries(body?.elements.map(({ id, value }) => [id, value]) ?? [])).toEqual(report.values)
  expect(Object.keys(report.values)).toEqual(
    expect.arrayContaining(['28', '2B', '58', '5B', '60', '68', '38', '39', '45']),
  )
  // The measured values have the time of the full minute.
  expect(report.obsTime).toBe(report.sendTime.slice(0, 16))
  // The states of its valves were sent when the line was up.
  expect(heard.map(({ func }) => func)).toEqual(['4D', '32'])
  expect(heard[1]).toEqual(report)
  expect(station.counters).toMatchObject({ sent: 2, acknowledged: 2, repeated: 0 })
})

/** A station whose patience, 60 ms, ends when the test says so. */
function handTurned(options: Partial<StationOptions> = {}) {
  const { wheel, turn } = handTurnedWheel()
  const station = stationOf({ kind: 'SOIL', ackTimeoutMs: 60, wheel, ...options })
  let heard = 0
  return {
    station,
    turn,
    /** The next frame gets no confirmation. */
    async waitInVain(): Promise<void> {
      heard++
      await until(() => center.of('32').length === heard)
      turn(60)
    },
  }
}

test('what is not confirmed is repeated twice with the same serial number, kept, and sent again on a new line', async () => {
  const { station, waitInVain } = handTurned({ kind: 'LEVEL' })
  await station.connect()
  center.confirms = () => null
  const sent = station.report()
  for (let tries = 0; tries < 3; tries++) await waitInVain()
  const { report, outcome } = await sent
  expect(outcome).toBe('kept')
  expect(station.counters).toMatchObject({ sent: 1, repeated: 2, givenUp: 1, acknowledged: 0 })
  expect(station.waiting).toBe(1)
  const sameFrame = new Set(center.of('32').map(({ serial, sendTime }) => `${serial} ${sendTime}`))
  expect([...sameFrame]).toEqual([`${report.serial} ${report.sendTime}`])

  center.confirms = () => 'ESC'
  await until(() => station.counters.acknowledged === 1)
  expect(station.counters.connects).toBe(2)
  expect(new Set(center.of('32').map(({ serial }) => serial)).size).toBe(1)
  expect(station.waiting).toBe(0)
})

test('a confirm that gets lost leads to a repeat, not to a second report', async () => {
  const { station, turn } = handTurned()
  await station.connect()
  station.mischief.loseAnswers = 1
  const sent = station.report()
  await until(() => station.mischief.loseAnswers === 0)
  turn(60)
  expect((await sent).outcome).toBe('acknowledged')
  expect(center.of('32').map(({ serial }) => serial)).toEqual([1, 1])
  expect(station.counters).toMatchObject({ sent: 1, repeated: 1, acknowledged: 1 })
})

test('the memory for unconfirmed reports is bounded, and the oldest is what is lost', async () => {
  const station = stationOf({ kind: 'SOIL', keepReports: 2 })
  const first = station.report()
  const others = [station.report(), station.report()]
  expect((await first).outcome).toBe('lost')
  await station.connect()
  expect((await Promise.all(others)).map(({ outcome }) => outcome)).toEqual(['acknowledged', 'acknowledged'])
  expect(center.of('32').map(({ serial }) => serial)).toEqual([2, 3])
  expect(station.counters.lost).toBe(1)
})

test('a damaged frame is not confirmed; the repeat is', async () => {
  const { station, turn } = handTurned()
  await station.connect()
  station.mischief.corruptFrames = 1
  const sent = station.report()
  await until(() => center.faults.length > 0)
  turn(60)
  expect((await sent).outcome).toBe('acknowledged')
  expect(center.faults).toEqual(['checksum'])
  expect(center.of('32')).toHaveLength(1)
})

test('frames arrive doubled, in pieces of one byte, or glued together, as the mischief says', async () => {
  const station = stationOf({ kind: 'SOIL' })
  await station.connect()
  station.mischief.duplicateFrames = 1
  await station.report()
  await until(() => center.of('32').length === 2)
  expect(center.of('32').map(({ serial }) => serial)).toEqual([1, 1])

  station.mischief.chunkBytes = 1
  expect((await station.report()).outcome).toBe('acknowledged')
  station.mischief.chunkBytes = 0

  station.mischief.glueFrames = 1
  const held = station.report()
  await until(() => station.mischief.glueFrames === 0)
  const before = center.received.length
  station.heartbeat()
  expect((await held).outcome).toBe('acknowledged')
  expect(center.received.slice(before, before + 2).map(({ func }) => func)).toEqual(['32', '2F'])
  expect(center.faults).toEqual([])
})

test('a report that is refused for good does not hold up the next one', async () => {
  const { station, waitInVain } = handTurned({ password: 'FFFF' })
  center.confirms = ({ password }) => (password === '1234' ? 'ESC' : null)
  await station.connect()
  const refused = station.report()
  station.usePassword('1234')
  const next = station.report()
  for (let tries = 0; tries < 3; tries++) await waitInVain()
  expect((await refused).outcome).toBe('kept')
  expect((await next).outcome).toBe('acknowledged')
  expect(station.waiting).toBe(1)
  await station.close()
  expect((await station.report()).outcome).toBe('lost')
})

test('link keeping repeats the last serial number and is not answered', async () => {
  const station = stationOf({ kind: 'SOIL', heartbeatS: 0.03 })
  await station.connect()
  await station.report()
  await until(() => center.of('2F').length >= 3)
  expect(center.of('2F').at(-1)?.serial).toBe(1)
  expect(station.counters.heartbeats).toBeGreaterThanOrEqual(3)
})

test('a silent station keeps the line and sends nothing', async () => {
  const station = stationOf({ kind: 'SOIL', ackTimeoutMs: 60 })
  await station.connect()
  station.mischief.silent = true
  expect(station.heartbeat()).toBe(false)
  expect((await station.report()).outcome).toBe('kept')
  expect(station.connected).toBe(true)
  expect(center.received).toEqual([])
  station.mischief.silent = false
  await until(() => station.counters.acknowledged === 1)
})

test('valves move on command: answered with their state after the stroke', async () => {
  const station = stationOf({ answerLimitMs: 5_000 })
  await station.connect()
  await until(() => station.counters.acknowledged === 1)
  const wanted = (station.states as boolean[]).map((open) => !open)
  const sentAt = performance.now()
  center.switch(ADDRESS, '4D', wanted)
  await until(() => center.of('4D').length === 2)
  expect(performance.now() - sentAt).toBeGreaterThanOrEqual(110)
  const { body, end } = center.of('4D')[1]!
  expect(end).toBe('ETX')
  expect(body.kind === 'switches' && body.states.slice(0, 4)).toEqual(wanted)
  expect(station.states).toEqual(wanted)
  expect(station.counters).toMatchObject({ downlinks: 1, answers: 1 })
})

test('a slow valve is answered for at the limit with its old state, and tells the new one unasked', async () => {
  const station = stationOf({ kind: 'VALVE', strokeMs: 200, answerLimitMs: 50 })
  await station.connect()
  await until(() => station.counters.acknowledged === 1)
  const before = station.states![0]!
  center.switch(ADDRESS, '4D', [!before])
  await until(() => center.of('4D').length === 3)
  const states = center.of('4D').map(({ body }) => body.kind === 'switches' && body.states[0])
  expect(states).toEqual([before, before, !before])
})

test('a valve that jams keeps its old state', async () => {
  const station = stationOf({ kind: 'VALVE', strokeMs: 30, commandFailureRate: 1 })
  await station.connect()
  await until(() => center.of('4D').length === 1)
  const before = station.states![0]!
  center.switch(ADDRESS, '4D', [!before])
  await until(() => center.of('4D').length === 2)
  expect(station.states![0]).toBe(before)
})

test('pumps obey 4C', async () => {
  const station = stationOf({ kind: 'PUMP', channels: 2, strokeMs: 40 })
  await station.connect()
  center.switch(ADDRESS, '4C', [true, false])
  await until(() => station.counters.answers === 1)
  expect(station.states).toEqual([true, false])
})

test('queries are answered: 37 with all values, 3A with those asked for, 45, 46 and 51', async () => {
  const station = stationOf({ kind: 'LEVEL' })
  await station.connect()
  center.query(ADDRESS)
  await until(() => center.of('37').length === 1)
  const present = center.of('37')[0]!.body
  expect(present.kind === 'report' && present.elements.map(({ id }) => id)).toContain('39')
  const identifiers = [{ id: '39', def: null }]
  const named = { kind: 'identifiers', station: null, identifiers } as const
  center.send({ ...requestOf('3A'), body: named })
  await until(() => center.of('3A').length === 1)
  const asked = center.of('3A')[0]!.body
  expect(asked.kind === 'report' && asked.elements.map(({ id }) => id)).toEqual(['39'])
  for (const func of ['45', '46', '51']) center.request(ADDRESS, func)
  await until(() => center.of('51').length === 1)
  expect(center.of('45')[0]!.body).toMatchObject({ kind: 'version', version: 'SLUICE-SIM-1.0' })
  // Answers are confirmed too, and the station knows.
  await until(() => station.counters.answers === 5)
  expect(station.counters.ignored).toBe(0)
})

function requestOf(func: string) {
  return {
    direction: 'down',
    encoding: 'HEX',
    center: 1,
    station: ADDRESS,
    password: '1234',
    func,
    start: 'STX',
    serial: 0,
    sendTime: '2026-05-01 08:00:00',
    end: 'ENQ',
  } as const
}

test('the clock that a centre sets is the clock of what follows', async () => {
  const station = stationOf({ kind: 'SOIL', clock: { now: () => Date.UTC(2026, 0, 1) } })
  await station.connect()
  expect((await station.report()).report.sendTime).toBe('2026-01-01 08:00:00')
  station.jumpClock(3_600_000)
  expect((await station.report()).report.sendTime).toBe('2026-01-01 09:00:00')
  center.request(ADDRESS, '4A', '2026-05-06 07:08:09')
  await until(() => center.of('4A').length === 1)
  expect((await station.report()).report.sendTime).toBe('2026-05-06 07:08:09')
})

test('a picture travels as packets, and a lost one is sent again for a NAK', async () => {
  const station = stationOf({ kind: 'LEVEL', ackTimeoutMs: 2_000 })
  await station.connect()
  station.mischief.losePacketNo = 2
  const { outcome } = await station.sendImage({ packetBytes: 300 })
  expect(outcome).toBe('acknowledged')
  expect(center.faults).toEqual(['missing 2'])
  expect(station.counters).toMatchObject({ sent: 1, repeated: 0, resentPackets: 1 })
  const [image] = center.of('36')
  const picture = image?.body.kind === 'report' ? image.body.elements[0] : undefined
  expect(picture?.id).toBe('F3')
  expect(picture?.raw.slice(0, 4)).toBe('FFD8')
  expect(picture?.raw.slice(-4)).toBe('FFD9')
})

test('a changed status word is an alarm 46', async () => {
  const station = stationOf({ kind: 'LEVEL', reportIntervalS: 60 })
  await station.connect()
  await until(() => center.of('32').length === 1)
  expect(center.of('46')).toEqual([])
  station.setStatus({ doorOpen: true, levelOverLimit: true })
  await until(() => center.of('46').length === 1)
  const { body } = center.of('46')[0]!
  expect(body.kind === 'report' && body.elements[0]?.value).toBe('00000004')
})

test('an hourly report carries the groups of the hour that ended', async () => {
  const station = stationOf({ kind: 'LEVEL' })
  await station.connect()
  const { report } = await station.report('34')
  expect(report.values['F4']).toHaveLength(12)
  expect(report.values['F5']).toHaveLength(12)
})

test('a line that is cut is called again; what waited goes out', async () => {
  const station = stationOf({ kind: 'SOIL' })
  await station.connect()
  station.cut()
  await until(() => !station.connected)
  expect((await station.report()).outcome).toBe('acknowledged')
  center.hangUp()
  await until(() => station.counters.connects === 3)
  station.setReachable(false)
  await until(() => center.connections === 0)
  const kept = station.report()
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect(station.connected).toBe(false)
  station.setReachable(true)
  expect((await kept).outcome).toBe('acknowledged')
})

test('a station that hangs up when it is let go calls again for its next report', async () => {
  center.confirms = () => 'EOT'
  const station = stationOf({ kind: 'SOIL', hangsUp: true })
  await station.connect()
  await station.report()
  await until(() => center.connections === 0)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(station.connected).toBe(false)
  expect((await station.report()).outcome).toBe('acknowledged')
  expect(station.counters.connects).toBe(2)
})

test('connecting waits for a platform that comes later', async () => {
  await center.close()
  const station = stationOf({ kind: 'SOIL' })
  const connecting = station.connect()
  await new Promise((resolve) => setTimeout(resolve, 60))
  center = new TinyCenter()
  await center.listen(port)
  expect(await connecting).toBe(true)
  const never = stationOf({ kind: 'SOIL', port: 1 }).connect()
  await stations[1]!.close()
  expect(await never).toBe(false)
})

test('ASCII stations send text that reads the same', async () => {
  const station = stationOf({ kind: 'LEVEL', encoding: 'ASCII' })
  await station.connect()
  const { report, outcome } = await station.report('34')
  expect(outcome).toBe('acknowledged')
  const [received] = center.of('34')
  expect(received).toMatchObject({ encoding: 'ASCII', serial: report.serial })
  const values = received?.body.kind === 'report' ? received.body.elements : []
  expect(values.find(({ id }) => id === '39')?.value).toBe(report.values['39'])
  expect(values.find(({ id }) => id === 'F5')?.value).toHaveLength(12)
})

test('two stations with one seed report the same values at the same time', async () => {
  const clock = { now: () => Date.UTC(2026, 6, 1, 3, 7) }
  const reports = await Promise.all(
    ['0010000001', '0010000002'].map(async (address) => {
      const station = stationOf({ address, clock, seed: 42 })
      await station.connect()
      return (await station.report()).report.values
    }),
  )
  expect(reports[0]).toEqual(reports[1])
})
