import { sl651Uplink } from '@sluice/codecs'
import { deviceFaults, faultResource } from '@sluice/contract'
import { bits, CommandBench, frameOf, openLive, stampOf, until } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const bench = new CommandBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

describe('a command', () => {
  it('goes down, is acknowledged by the answer and proven by what the valve then reports', async () => {
    const site = await bench.siteOf(3, bits(2))
    const [first] = site.valves as [string]
    const live = await openLive(bench.platform.url, bench.admin.visitor)
    await live.watch({ devices: [first] })

    const call = bench.send(first, 'OPEN')
    expect(await site.frame(1)).toEqual(bits(1, 2))
    expect(await bench.latestAs(first, 'SENT')).toMatchObject({ attempts: 1, ackTime: null })
    await site.tell(bits(2))
    const answer = await call
    expect(answer).toMatchObject({ status: 200, code: 0, data: { status: 'ACKNOWLEDGED' } })
    const { commandId } = answer.data as { commandId: string }
    // A browser that is too slow gets only the newest of several.
    await live.event((event) => event.type === 'command' && event.command.status === 'ACKNOWLEDGED')
    await site.tell(bits(1, 2))
    const done = await bench.latestAs(first, 'EXECUTED')
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
    expect(await bench.attemptsOf(commandId)).toMatchObject([
      { no: 1, outcome: 'ACK', downlink: { protocol: 'SL651', func: '4D' } },
    ])
    expect(site.frames()).toHaveLength(1)

    await live.event((event) => event.type === 'command' && event.command.status === 'EXECUTED')
    const told = live.events.filter((event) => event.type === 'command').map(({ command }) => command)
    expect(told.every(({ id, deviceId }) => id === commandId && deviceId === first)).toBe(true)
    expect(told.length).toBeGreaterThan(1)
    expect(done).toMatchObject(told.at(-1)!)
    live.close()
    const { rows } = await bench.platform.db.query(
      `select username, after from oper_log where action = 'command.send' and target_ids = $1 /* unscoped:test */`,
      [[first]],
    )
    expect(rows).toMatchObject([{ username: 'admin', after: { commandId, code: 'OPEN' } }])
  })

  it('answers 10500 with the same data after 8 s, goes on, and is sent again for the answer that was lost', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const call = bench.send(valve, 'OPEN')
    await site.frame(1)
    bench.clock.advance(8_000)
    const answer = await call
    expect(answer).toMatchObject({
      status: 200,
      code: 10500,
      message: '下发超时，请稍后重试',
      data: { status: 'SENT' },
    })
    const { commandId } = answer.data as { commandId: string }
    bench.clock.advance(2_000)
    expect(await site.frame(2)).toEqual(bits(1))
    await site.tell(bits(1))
    expect(await bench.latestAs(valve, 'EXECUTED')).toMatchObject({ id: commandId, attempts: 2 })
    expect(await bench.attemptsOf(commandId)).toMatchObject([
      { no: 1, outcome: 'TIMEOUT' },
      { no: 2, outcome: 'ACK' },
    ])
  })

  it('ends when the device refuses it', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const call = bench.send(valve, 'OPEN')
    await site.frame(1)
    bench.clock.advance(1_000)
    const nak = sl651Uplink(site.station.link, stampOf(bench.nextSerial(), bench.now()), '4D', {
      kind: 'empty',
      station: null,
    })
    site.station.write(frameOf({ ...nak, end: 'NAK' }))
    const answer = await call
    expect(answer).toMatchObject({ code: 409, data: { error: 'device-refused', status: 'FAILED', resultCode: 'NAK' } })
    expect(await bench.attemptsOf((answer.data as { commandId: string }).commandId)).toMatchObject([{ outcome: 'NAK' }])
  })

  it('is given up after its attempts, and proven late by what the valve reports within a day', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const { command: given, answer } = await bench.giveUp(site, valve)
    expect(given).toMatchObject({ attempts: 3, resultCode: 'NO_ACK', ackTime: null })
    expect(answer).toMatchObject({ code: 10500 })
    bench.clock.advance(3_600_000)
    await site.tell(bits(1))
    expect(await bench.latestAs(valve, 'EXECUTED')).toMatchObject({ late: true, resultCode: null, attempts: 3 })
    expect(site.frames()).toHaveLength(3)
  })

  it('that is acknowledged and does not move is given up when the movement should be over', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const call = bench.send(valve, 'OPEN')
    await site.frame(1)
    await site.tell()
    expect(await call).toMatchObject({ code: 0, data: { status: 'ACKNOWLEDGED' } })
    bench.clock.advance(120_000)
    expect(await bench.latestAs(valve, 'TIMEOUT')).toMatchObject({ resultCode: 'NO_MOTION' })
    expect(site.frames()).toHaveLength(1)
  })

  it('fails at once for a station that is not connected, and nothing is kept for later', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    await site.station.end()
    await until('the line to be gone', async () => (await bench.send(valve, 'OPEN')).code === 409)
    const failed = await bench.latest(valve)
    expect(failed).toMatchObject({ status: 'FAILED', resultCode: 'NO_CHANNEL', sentTime: null, attempts: 1 })
    expect(await bench.attemptsOf(failed.id)).toMatchObject([{ outcome: 'NO_CHANNEL' }])
    expect(await bench.send(valve, 'OPEN')).toMatchObject({ code: 409, data: { error: 'device-offline' } })
  })

  it('to read is done when it is answered', async () => {
    const site = await bench.siteOf(1)
    const call = bench.send(site.valves[0]!, 'READ')
    await site.station.answer((m) => m.func === '37' && m.end === 'ENQ')
    bench.clock.advance(1_000)
    await site.station.report(bench.nextSerial(), { 58: 268 }, { func: '37' })
    expect(await call).toMatchObject({ code: 0, data: { status: 'EXECUTED' } })
    expect(site.frames()).toEqual([])
  })
})

describe('a valve that moves', () => {
  const movesOf = async (deviceId: string) => {
    const { rows } = await bench.platform.db.query(
      `select code, payload from device_event where device_id = $1 and code = 'LOCAL_OPERATION' /* unscoped:test */`,
      [deviceId],
    )
    return rows
  }

  const faultsOf = (deviceId: string) => bench.platform.admin.call(deviceFaults, { deviceId })

  it('without a command of ours was operated on the spot, which is a fault', async () => {
    const site = await bench.siteOf(2)
    const [first, second] = site.valves as [string, string]
    await site.tell(bits(2))
    expect(await until('the event', async () => (await movesOf(second))[0])).toMatchObject({
      payload: { from: { opening: 0, valveState: 'CLOSED' }, to: { opening: 100, valveState: 'OPEN' } },
    })
    expect(await until('its fault', async () => (await faultsOf(second))[0])).toMatchObject({ code: 'V14', count: 1 })
    const { list } = await bench.platform.admin.page(faultResource, { deviceId: second })
    expect(list).toMatchObject([{ valueAtStart: '100 %', thresholdText: '0 % ± 5' }])
    const call = bench.send(first, 'OPEN')
    await site.frame(1)
    await site.tell(bits(1, 2))
    await call
    await bench.latestAs(first, 'EXECUTED')
    expect(await movesOf(first)).toEqual([])
    expect(await movesOf(second)).toHaveLength(1)
    expect(await faultsOf(first)).toEqual([])
  })
})
