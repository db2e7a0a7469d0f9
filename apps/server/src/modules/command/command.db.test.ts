import { type Sl651Message, sl651SwitchReport, sl651Uplink } from '@sluice/codecs'
import { cancelCommand, type Command, commandPage, getCommand, previewCommand, sendCommand } from '@sluice/contract'
import {
  type ApiClient,
  createTestDatabase,
  fakeClock,
  frameOf,
  makeDept,
  makeDevice,
  makePerson,
  openLive,
  pause,
  recordStatements,
  type StatementRecorder,
  stampOf,
  startTestPlatform,
  type TestDatabase,
  type TestPlatform,
  type TestStation,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const now = () => clock.now().getTime()
let database: TestDatabase
let test: TestPlatform
let recorder: StatementRecorder
let serial = 0
let keys = 0

beforeAll(async () => {
  recorder = recordStatements()
  database = await createTestDatabase()
  test = await startTestPlatform({ clock, database })
})
afterAll(async () => {
  await test?.stop()
  await database?.drop()
  recorder?.stop()
})

/** A station with valves on its channels, connected, its bitmap reported. */
interface Site {
  masterId: string
  valves: string[]
  station: TestStation
  /** Reports the bitmap, as an answer or unasked: the standard knows no difference. */
  tell(states?: boolean[]): Promise<void>
  /** Bitmaps that came down. */
  frames(): boolean[][]
  frame(count: number): Promise<boolean[]>
}

async function siteOf(valves = 3, states = [false, false, false, false, false, false, false, false]): Promise<Site> {
  const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
  const ids: string[] = []
  for (let channel = 1; channel <= valves; channel++) {
    ids.push((await makeDevice(test.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel })).id)
  }
  const site = await connect(master.stationAddress, states)
  return { ...site, masterId: master.id, valves: ids }
}

async function connect(address: string, states: boolean[]): Promise<Omit<Site, 'masterId' | 'valves'>> {
  const station = await test.station({ station: address })
  const bitmaps = () => station.answers.filter((m) => m.func === '4D' && m.end === 'ENQ')
  let current = states
  const tell: Site['tell'] = async (reported = current) => {
    current = reported
    clock.advance(1_000)
    const mine = ++serial
    station.send(sl651SwitchReport(station.link, stampOf(mine, now()), '4D', reported))
    await station.answer((m) => m.serial === mine && m.end !== 'ENQ')
  }
  await tell()
  return {
    station,
    tell,
    frames: () => bitmaps().map(statesIn),
    frame: async (count: number) => statesIn(await until(`frame ${count}`, () => bitmaps()[count - 1])),
  }
}

function statesIn({ body }: Sl651Message): boolean[] {
  return body.kind === 'switches' ? body.states : []
}

const bits = (...open: number[]) => Array.from({ length: 8 }, (_, n) => open.includes(n + 1))

function send(deviceId: string, code: string, more: Record<string, unknown> = {}, who: ApiClient = test.admin) {
  return who.answer('POST', sendCommand.path, { deviceId, code, params: {}, idempotencyKey: `key-${++keys}`, ...more })
}

async function latest(deviceId: string): Promise<Command> {
  const { list } = await test.admin.call(commandPage, { deviceId, limit: 1 })
  return list[0]!
}

/** The newest command of a device, once it is in a state. */
function latestAs(deviceId: string, status: Command['status']): Promise<Command> {
  return until(`${status}`, async () => {
    const command = await latest(deviceId)
    return command?.status === status ? command : undefined
  })
}

async function attemptsOf(commandId: string) {
  return (await test.admin.call(getCommand, { id: commandId })).attemptList
}

describe('a command', () => {
  it('goes down, is acknowledged by the answer and proven by what the valve then reports', async () => {
    const site = await siteOf(3, bits(2))
    const [first] = site.valves as [string]
    const live = await openLive(test.url, test.admin.visitor)
    live.watch({ devices: [first] })
    await pause(50)

    const call = send(first, 'OPEN')
    expect(await site.frame(1)).toEqual(bits(1, 2))
    expect(await latestAs(first, 'SENT')).toMatchObject({ attempts: 1, ackTime: null })
    await site.tell(bits(2))
    const answer = await call
    expect(answer).toMatchObject({ status: 200, code: 0, data: { status: 'ACKNOWLEDGED' } })
    const { commandId } = answer.data as { commandId: string }
    await site.tell(bits(1, 2))
    const done = await latestAs(first, 'EXECUTED')
    expect(done).toMatchObject({
      id: commandId,
      cmdNo: `C${commandId.padStart(8, '0')}`,
      source: 'MANUAL',
      attempts: 1,
      maxAttempts: 3,
      target: { opening: 100 },
      before: { opening: 0, valveState: 'CLOSED' },
      after: { opening: 100, valveState: 'OPEN' },
      late: false,
      outcomeUnknown: false,
      resultCode: null,
    })
    expect(done.createTime <= done.sentTime! && done.sentTime! < done.ackTime! && done.ackTime! < done.doneTime!).toBe(
      true,
    )
    expect(await attemptsOf(commandId)).toMatchObject([
      { no: 1, outcome: 'ACK', downlink: { protocol: 'SL651', func: '4D' } },
    ])
    expect(site.frames()).toHaveLength(1)

    await live.event((event) => event.type === 'command' && event.command.status === 'EXECUTED')
    const told = live.events.filter((event) => event.type === 'command').map(({ command }) => command)
    expect(told.every(({ id, deviceId }) => id === commandId && deviceId === first)).toBe(true)
    expect(told.length).toBeGreaterThan(1)
    expect(told.at(-1)).toEqual(done)
    live.close()
    const { rows } = await test.db.query(
      `select username, after from oper_log where action = 'command.send' and target_ids = $1 /* unscoped:test */`,
      [[first]],
    )
    expect(rows).toMatchObject([{ username: 'admin', after: { commandId, code: 'OPEN' } }])
  })

  it('answers 10500 with the same data after 8 s, goes on, and is sent again for the answer that was lost', async () => {
    const site = await siteOf(1)
    const [valve] = site.valves as [string]
    const call = send(valve, 'OPEN')
    await site.frame(1)
    clock.advance(8_000)
    const answer = await call
    expect(answer).toMatchObject({
      status: 200,
      code: 10500,
      message: '下发超时，请稍后重试',
      data: { status: 'SENT' },
    })
    const { commandId } = answer.data as { commandId: string }
    clock.advance(2_000)
    expect(await site.frame(2)).toEqual(bits(1))
    await site.tell(bits(1))
    expect(await latestAs(valve, 'EXECUTED')).toMatchObject({ id: commandId, attempts: 2 })
    expect(await attemptsOf(commandId)).toMatchObject([
      { no: 1, outcome: 'TIMEOUT' },
      { no: 2, outcome: 'ACK' },
    ])
  })

  it('ends when the device refuses it', async () => {
    const site = await siteOf(1)
    const [valve] = site.valves as [string]
    const call = send(valve, 'OPEN')
    await site.frame(1)
    clock.advance(1_000)
    const nak = sl651Uplink(site.station.link, stampOf(++serial, now()), '4D', { kind: 'empty', station: null })
    site.station.write(frameOf({ ...nak, end: 'NAK' }))
    const answer = await call
    expect(answer).toMatchObject({ code: 409, data: { error: 'device-refused', status: 'FAILED', resultCode: 'NAK' } })
    expect(await attemptsOf((answer.data as { commandId: string }).commandId)).toMatchObject([{ outcome: 'NAK' }])
  })

  it('is given up after its attempts, and proven late by what the valve reports within a day', async () => {
    const site = await siteOf(1)
    const [valve] = site.valves as [string]
    const call = send(valve, 'OPEN')
    for (const count of [1, 2, 3]) {
      await site.frame(count)
      clock.advance(10_000)
    }
    const given = await latestAs(valve, 'TIMEOUT')
    expect(given).toMatchObject({ attempts: 3, resultCode: 'NO_ACK', ackTime: null })
    expect(await call).toMatchObject({ code: 10500 })
    clock.advance(3_600_000)
    await site.tell(bits(1))
    expect(await latestAs(valve, 'EXECUTED')).toMatchObject({ late: true, resultCode: null, attempts: 3 })
    expect(site.frames()).toHaveLength(3)
  })

  it('that is acknowledged and does not move is given up when the movement should be over', async () => {
    const site = await siteOf(1)
    const [valve] = site.valves as [string]
    const call = send(valve, 'OPEN')
    await site.frame(1)
    await site.tell()
    expect(await call).toMatchObject({ code: 0, data: { status: 'ACKNOWLEDGED' } })
    clock.advance(120_000)
    expect(await latestAs(valve, 'TIMEOUT')).toMatchObject({ resultCode: 'NO_MOTION' })
    expect(site.frames()).toHaveLength(1)
  })

  it('fails at once for a station that is not connected, and nothing is kept for later', async () => {
    const site = await siteOf(1)
    const [valve] = site.valves as [string]
    await site.station.end()
    await until('the line to be gone', async () => (await send(valve, 'OPEN')).code === 409)
    const failed = await latest(valve)
    expect(failed).toMatchObject({ status: 'FAILED', resultCode: 'NO_CHANNEL', sentTime: null, attempts: 1 })
    expect(await attemptsOf(failed.id)).toMatchObject([{ outcome: 'NO_CHANNEL' }])
    expect(await send(valve, 'OPEN')).toMatchObject({ code: 409, data: { error: 'device-offline' } })
  })

  it('to read is done when it is answered', async () => {
    const site = await siteOf(1)
    const call = send(site.valves[0]!, 'READ')
    await site.station.answer((m) => m.func === '37' && m.end === 'ENQ')
    clock.advance(1_000)
    await site.station.report(++serial, { 58: 268 }, { func: '37' })
    expect(await call).toMatchObject({ code: 0, data: { status: 'EXECUTED' } })
    expect(site.frames()).toEqual([])
  })
})

describe('a station with several valves', () => {
  it('is told one thing at a time, and a third valve never moves', async () => {
    const site = await siteOf(3, bits(3))
    const [first, second] = site.valves as [string, string, string]
    const calls = [send(first, 'OPEN'), send(second, 'OPEN')]
    const frame = await site.frame(1)
    expect([bits(1, 3), bits(2, 3)]).toContainEqual(frame)
    await pause(300)
    expect(site.frames()).toHaveLength(1)
    await site.tell(frame)
    expect(await site.frame(2)).toEqual(bits(1, 2, 3))
    await site.tell(bits(1, 2, 3))
    for (const call of calls) expect(await call).toMatchObject({ code: 0 })
    await latestAs(first, 'EXECUTED')
    await latestAs(second, 'EXECUTED')
    expect(site.frames().every(([, , third]) => third)).toBe(true)
    expect(site.frames()).toHaveLength(2)
  })

  it('repeats valves that nobody registered, too', async () => {
    const site = await siteOf(1, bits(5))
    const call = send(site.valves[0]!, 'OPEN')
    expect(await site.frame(1)).toEqual(bits(1, 5))
    await site.tell(bits(1, 5))
    await call
  })

  it('whose state is unknown or old is refused before the ledger, and says how to ask', async () => {
    const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION' })
    const { id } = await makeDevice(test.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel: 1 })
    const unknown = { status: 409, code: 409, data: { error: 'state-unknown', askWith: 'READ', maxAgeS: 900 } }
    expect(await send(id, 'OPEN')).toMatchObject(unknown)
    const site = await connect(master.stationAddress, bits())
    clock.advance(901_000)
    expect(await send(id, 'OPEN')).toMatchObject(unknown)
    expect(await test.admin.call(commandPage, { deviceId: id })).toMatchObject({ total: 0 })
    await site.tell()
    const call = send(id, 'OPEN')
    await site.frame(1)
    await site.tell(bits(1))
    expect(await call).toMatchObject({ code: 0 })
  })

  it('is not told anything for another valve while one is unproven and the station has not reported since', async () => {
    const site = await siteOf(2)
    const [first, second] = site.valves as [string, string]
    const lost = send(first, 'OPEN')
    for (const count of [1, 2, 3]) {
      await site.frame(count)
      clock.advance(10_000)
    }
    await latestAs(first, 'TIMEOUT')
    await lost
    expect(await send(second, 'OPEN')).toMatchObject({ data: { error: 'state-unknown' } })
    await site.tell(bits(1))
    await latestAs(first, 'EXECUTED')
    const call = send(second, 'OPEN')
    expect(await site.frame(4)).toEqual(bits(1, 2))
    await site.tell(bits(1, 2))
    expect(await call).toMatchObject({ code: 0 })
  })

  it('is previewed: the other valves by name, those of others without', async () => {
    const site = await siteOf(2, bits(2, 7))
    const [first, second] = site.valves as [string, string]
    const preview = await test.admin.call(previewCommand, { deviceId: first, code: 'CLOSE' })
    expect(preview).toMatchObject({
      danger: 'CONFIRM',
      refused: null,
      repeats: [
        { channel: 2, deviceId: second, state: 'OPEN' },
        { channel: 7, deviceId: null, name: null, state: 'OPEN' },
      ],
    })
    expect(preview.reportedTime).not.toBeNull()
    clock.advance(901_000)
    expect(await test.admin.call(previewCommand, { deviceId: first, code: 'CLOSE' })).toMatchObject({
      refused: { error: 'state-unknown', askWith: 'READ' },
    })
    expect(await test.admin.call(previewCommand, { deviceId: first, code: 'STOP' })).toMatchObject({
      refused: { error: 'command-unsupported' },
      repeats: [],
    })
  })
})

describe('a command that waits', () => {
  /** A site whose first valve is opening and will take its time. */
  async function busy(): Promise<Site> {
    const site = await siteOf(3)
    const call = send(site.valves[0]!, 'OPEN')
    await site.frame(1)
    await site.tell()
    await call
    return site
  }

  it('expires', async () => {
    const site = await busy()
    const call = send(site.valves[1]!, 'OPEN')
    await latestAs(site.valves[1]!, 'QUEUED')
    clock.advance(60_000)
    expect(await latestAs(site.valves[1]!, 'EXPIRED')).toMatchObject({ attempts: 0, sentTime: null })
    await call
    await site.tell(bits(1))
    await pause(300)
    expect(site.frames()).toHaveLength(1)
  })

  it('can be cancelled, one that left cannot', async () => {
    const site = await busy()
    const [first, second] = site.valves as [string, string]
    const call = send(second, 'OPEN')
    const { id } = await latestAs(second, 'QUEUED')
    expect(await test.admin.call(cancelCommand, { id })).toEqual({ commandId: id, status: 'CANCELLED' })
    expect(await call).toMatchObject({
      code: 409,
      data: { error: 'command-ended', commandId: id, status: 'CANCELLED' },
    })
    const sent = await latest(first)
    expect(await test.admin.answer('POST', cancelCommand.path, { id: sent.id })).toMatchObject({ code: 409 })
    expect(await test.admin.answer('POST', cancelCommand.path, { id })).toMatchObject({ code: 409 })
    await site.tell(bits(1))
    await latestAs(first, 'EXECUTED')
    await pause(300)
    expect(site.frames()).toHaveLength(1)
  })

  it('is replaced by a newer one for the same valve', async () => {
    const site = await busy()
    const [, second] = site.valves as [string, string]
    const opening = send(second, 'OPEN')
    const older = await latestAs(second, 'QUEUED')
    const shutting = send(second, 'CLOSE')
    const newer = await until('the newer one', async () => {
      const found = await latest(second)
      return found.id === older.id ? undefined : found
    })
    expect(await opening).toMatchObject({ data: { error: 'command-ended', status: 'SUPERSEDED' } })
    expect(await test.admin.call(getCommand, { id: older.id })).toMatchObject({
      status: 'SUPERSEDED',
      supersededBy: newer.id,
      attempts: 0,
    })
    await site.tell(bits(1))
    expect(await site.frame(2)).toEqual(bits(1))
    await site.tell(bits(1))
    expect(await shutting).toMatchObject({ code: 0 })
  })

  it('need not wait for what it takes back', async () => {
    const site = await busy()
    const [first] = site.valves as [string]
    const opening = await latest(first)
    const call = send(first, 'CLOSE')
    expect(await site.frame(2)).toEqual(bits())
    await site.tell(bits())
    expect(await call).toMatchObject({ code: 0 })
    expect(await test.admin.call(getCommand, { id: opening.id })).toMatchObject({
      status: 'FAILED',
      resultCode: 'OVERTAKEN',
    })
  })
})

describe('a valve that moves', () => {
  const movesOf = async (deviceId: string) => {
    const { rows } = await test.db.query(
      `select code, payload from device_event where device_id = $1 and code = 'LOCAL_OPERATION' /* unscoped:test */`,
      [deviceId],
    )
    return rows
  }

  it('without a command of ours was operated on the spot', async () => {
    const site = await siteOf(2)
    const [first, second] = site.valves as [string, string]
    await site.tell(bits(2))
    expect(await until('the event', async () => (await movesOf(second))[0])).toMatchObject({
      payload: { from: { opening: 0, valveState: 'CLOSED' }, to: { opening: 100, valveState: 'OPEN' } },
    })
    const call = send(first, 'OPEN')
    await site.frame(1)
    await site.tell(bits(1, 2))
    await call
    await latestAs(first, 'EXECUTED')
    expect(await movesOf(first)).toEqual([])
    expect(await movesOf(second)).toHaveLength(1)
  })
})

describe('a call', () => {
  it('that is repeated with its key answers the first command, and sends nothing', async () => {
    const site = await siteOf(1)
    const [valve] = site.valves as [string]
    const idempotencyKey = 'one key'
    const calls = [send(valve, 'OPEN', { idempotencyKey }), send(valve, 'OPEN', { idempotencyKey })]
    await site.frame(1)
    await site.tell(bits(1))
    const [one, two] = await Promise.all(calls)
    const { commandId } = one!.data as { commandId: string }
    expect([one?.code, two?.code]).toEqual([0, 0])
    expect(two?.data).toMatchObject({ commandId })
    await latestAs(valve, 'EXECUTED')
    clock.advance(901_000)
    expect(await send(valve, 'OPEN', { idempotencyKey })).toMatchObject({
      code: 0,
      data: { commandId, status: 'EXECUTED' },
    })
    expect(await send(valve, 'CLOSE', { idempotencyKey })).toMatchObject({
      code: 409,
      data: { error: 'key-used-otherwise' },
    })
    expect(site.frames()).toHaveLength(1)

    const deptId = await makeDept(test.admin, 'keys')
    const other = await makePerson(test.admin, test.db, { deptId, dataScope: 'ALL' })
    expect(await send(valve, 'OPEN', { idempotencyKey }, other)).toMatchObject({ data: { error: 'state-unknown' } })
  })

  it('for a device of another tenant finds nothing, and without the key is refused', async () => {
    const site = await siteOf(1)
    const [valve] = site.valves as [string]
    const deptId = await makeDept(test.admin, 'elsewhere')
    const foreigner = await makePerson(test.admin, test.db, { deptId })
    const keyless = await makePerson(test.admin, test.db, { deptId: '1', keys: ['device:list'] })
    const call = send(valve, 'OPEN')
    await site.frame(1)
    await site.tell(bits(1))
    const { commandId } = (await call).data as { commandId: string }
    expect(await send(valve, 'OPEN', {}, foreigner)).toMatchObject({ code: 404, status: 404 })
    for (const [method, { path }, input] of [
      ['GET', getCommand, { id: commandId }],
      ['POST', cancelCommand, { id: commandId }],
      ['GET', previewCommand, { deviceId: valve, code: 'OPEN' }],
    ] as const) {
      expect({ path, ...(await foreigner.answer(method, path, input)) }).toMatchObject({ code: 404 })
      expect({ path, ...(await keyless.answer(method, path, input)) }).toMatchObject({ code: 403 })
    }
    expect(await foreigner.call(commandPage, {})).toMatchObject({ total: 0, list: [] })
    expect(await send(valve, 'OPEN', {}, keyless)).toMatchObject({ code: 403, status: 403 })
    expect(site.frames()).toHaveLength(1)
  })

  it('for what the device cannot do is refused before the ledger', async () => {
    const site = await siteOf(1)
    const [valve] = site.valves as [string]
    expect(await send(valve, 'SET_OPENING', { params: { opening: 40 } })).toMatchObject({
      code: 400,
      data: { error: 'command-unsupported' },
    })
    expect(await send(valve, 'OPEN', { params: { speed: 1 } })).toMatchObject({
      code: 400,
      data: { error: 'validation', fields: { 'params.speed': 'unknown-field' } },
    })
    expect(await test.admin.call(commandPage, { deviceId: valve })).toMatchObject({ total: 0 })
  })

  it('no statement of any of this reached a table past the scope', () => {
    expect(recorder.violations()).toEqual([])
  })
})

describe('after a restart', () => {
  it('what may have left is never sent again by itself, what waited goes on, and a reading asks how things stand', async () => {
    const site = await siteOf(2)
    const [first, second] = site.valves as [string, string]
    const calls = [send(first, 'OPEN')]
    await site.frame(1)
    calls.push(send(second, 'OPEN'))
    await latestAs(second, 'QUEUED')
    const { id: sentId } = await latest(first)
    await test.stop()
    await Promise.allSettled(calls)

    test = await startTestPlatform({ clock, database })
    expect(await latestAs(first, 'SENT')).toMatchObject({ outcomeUnknown: true, attempts: 1 })
    clock.advance(10_000)
    const again = await connect(site.station.link.station, bits())
    const asked = await again.station.answer((m) => m.func === '37' && m.end === 'ENQ')
    expect(asked).toBeDefined()
    await pause(600)
    expect(again.frames()).toEqual([])
    expect(await latest(second)).toMatchObject({ status: 'QUEUED' })
    const { list } = await test.admin.call(commandPage, { deviceId: first, code: 'READ' })
    expect(list).toMatchObject([{ source: 'API', sourceId: sentId, operatorId: null }])

    await again.tell(bits(1))
    const { status, attempts, outcomeUnknown } = await until('its proof', async () => {
      const command = await test.admin.call(getCommand, { id: sentId })
      return command.status === 'EXECUTED' ? command : undefined
    })
    expect({ status, attempts, outcomeUnknown }).toEqual({ status: 'EXECUTED', attempts: 1, outcomeUnknown: true })
    expect(await again.frame(1)).toEqual(bits(1, 2))
    await again.tell(bits(1, 2))
    await latestAs(second, 'EXECUTED')
  })
})
