import { sl651LinkKeep } from '@sluice/codecs'
import { commandPage, getCommand, previewCommand } from '@sluice/contract'
import { bits, CommandBench, makeDevice, pause, stampOf } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const bench = new CommandBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

describe('a station with several valves', () => {
  it('gets one command at a time, and a third valve never moves', async () => {
    const site = await bench.siteOf(3, bits(3))
    const [first, second] = site.valves as [string, string, string]
    const calls = [bench.send(first, 'OPEN'), bench.send(second, 'OPEN')]
    const frame = await site.frame(1)
    expect([bits(1, 3), bits(2, 3)]).toContainEqual(frame)
    await pause(300)
    expect(site.frames()).toHaveLength(1)
    await site.tell(frame)
    expect(await site.frame(2)).toEqual(bits(1, 2, 3))
    await site.tell(bits(1, 2, 3))
    for (const call of calls) expect(await call).toMatchObject({ code: 0 })
    await bench.latestAs(first, 'EXECUTED')
    await bench.latestAs(second, 'EXECUTED')
    expect(site.frames().every(([, , third]) => third)).toBe(true)
    expect(site.frames()).toHaveLength(2)
  })

  it('repeats unregistered valves, too', async () => {
    const site = await bench.siteOf(1, bits(5))
    const call = bench.send(site.valves[0]!, 'OPEN')
    expect(await site.frame(1)).toEqual(bits(1, 5))
    await site.tell(bits(1, 5))
    await call
  })

  it('whose state is unknown or old is refused before the ledger, and says how to ask', async () => {
    const master = await makeDevice(bench.admin, { productNo: 'SL651-VALVE-STATION' })
    const { id } = await makeDevice(bench.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel: 1 })
    const unknown = { status: 409, code: 409, data: { error: 'state-unknown', askWith: 'READ', maxAgeS: 900 } }
    expect(await bench.send(id, 'OPEN')).toMatchObject(unknown)
    const site = await bench.connect(master.stationAddress, bits())
    bench.clock.advance(901_000)
    // A line that is silent for this long is closed; a sign of life contains no state.
    site.station.send(sl651LinkKeep(site.station.link, stampOf(bench.nextSerial(), bench.now())))
    expect(await bench.send(id, 'OPEN')).toMatchObject(unknown)
    expect(await bench.admin.call(commandPage, { deviceId: id })).toMatchObject({ total: 0 })
    await site.tell()
    const call = bench.send(id, 'OPEN')
    await site.frame(1)
    await site.tell(bits(1))
    expect(await call).toMatchObject({ code: 0 })
  })

  it('gets no command for another valve while one is unproven and the station has not reported since', async () => {
    const site = await bench.siteOf(2)
    const [first, second] = site.valves as [string, string]
    await bench.giveUp(site, first)
    expect(await bench.send(second, 'OPEN')).toMatchObject({ data: { error: 'state-unknown' } })
    await site.tell(bits(1))
    await bench.latestAs(first, 'EXECUTED')
    const call = bench.send(second, 'OPEN')
    expect(await site.frame(4)).toEqual(bits(1, 2))
    await site.tell(bits(1, 2))
    expect(await call).toMatchObject({ code: 0 })
  })

  it('proves nothing of what was given up, once something newer for the valve has left', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const { id } = (await bench.giveUp(site, valve)).command
    const close = bench.send(valve, 'CLOSE')
    expect(await site.frame(4)).toEqual(bits())
    // Late, and about a state that the newer one will change: a reader of "executed" would think that the valve is
    // open.
    await site.tell(bits(1))
    await site.tell(bits())
    await bench.latestAs(valve, 'EXECUTED')
    await close
    expect(await bench.admin.call(getCommand, { id })).toMatchObject({ status: 'TIMEOUT', late: false })
  })

  it('is previewed: the other valves by name, those of others without', async () => {
    const site = await bench.siteOf(2, bits(2, 7))
    const [first, second] = site.valves as [string, string]
    const preview = await bench.admin.call(previewCommand, { deviceId: first, code: 'CLOSE' })
    expect(preview).toMatchObject({
      danger: 'CONFIRM',
      refused: null,
      repeats: [
        { channel: 2, deviceId: second, state: 'OPEN' },
        { channel: 7, deviceId: null, name: null, state: 'OPEN' },
      ],
    })
    expect(preview.reportedTime).not.toBeNull()
    bench.clock.advance(901_000)
    expect(await bench.admin.call(previewCommand, { deviceId: first, code: 'CLOSE' })).toMatchObject({
      refused: { error: 'state-unknown', askWith: 'READ' },
    })
    expect(await bench.admin.call(previewCommand, { deviceId: first, code: 'STOP' })).toMatchObject({
      refused: { error: 'command-unsupported' },
      repeats: [],
    })
  })
})
