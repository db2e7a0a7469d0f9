import { commandPage, getCommand } from '@sluice/contract'
import { bits, CommandBench, pause, until } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const bench = new CommandBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

describe('after a restart', () => {
  it('what may have left is never sent again by itself, what waited goes on, and a reading asks how things stand', async () => {
    const site = await bench.siteOf(2)
    const [first, second] = site.valves as [string, string]
    const calls = [bench.send(first, 'OPEN')]
    await site.frame(1)
    calls.push(bench.send(second, 'OPEN'))
    await bench.latestAs(second, 'QUEUED')
    const { id: sentId } = await bench.latest(first)
    await bench.platform.stop()
    await Promise.allSettled(calls)

    await bench.start()
    expect(await bench.latestAs(first, 'SENT')).toMatchObject({ outcomeUnknown: true, attempts: 1 })
    bench.clock.advance(10_000)
    const again = await bench.connect(site.station.link.station, bits())
    const asked = await again.station.answer((m) => m.func === '37' && m.end === 'ENQ')
    expect(asked).toBeDefined()
    await pause(600)
    expect(again.frames()).toEqual([])
    expect(await bench.latest(second)).toMatchObject({ status: 'QUEUED' })
    const { list } = await bench.admin.call(commandPage, { deviceId: first, code: 'READ' })
    expect(list).toMatchObject([{ source: 'API', sourceId: sentId, operatorId: null }])

    await again.tell(bits(1))
    const { status, attempts, outcomeUnknown } = await until('its proof', async () => {
      const command = await bench.admin.call(getCommand, { id: sentId })
      return command.status === 'EXECUTED' ? command : undefined
    })
    expect({ status, attempts, outcomeUnknown }).toEqual({ status: 'EXECUTED', attempts: 1, outcomeUnknown: true })
    expect(await again.frame(1)).toEqual(bits(1, 2))
    await again.tell(bits(1, 2))
    await bench.latestAs(second, 'EXECUTED')
  })

  it('a valve that was left unproven is still in doubt: what the station said before is not repeated for another', async () => {
    const site = await bench.siteOf(2)
    const [first, second] = site.valves as [string, string]
    await bench.giveUp(site, first)
    await bench.platform.stop()
    await bench.start()
    expect(await bench.send(second, 'OPEN')).toMatchObject({ data: { error: 'state-unknown' } })
  })

  it('what was given up is proven late all the same, and nothing is sent', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const { id } = (await bench.giveUp(site, valve)).command
    await bench.platform.stop()
    await bench.start()
    bench.clock.advance(3_600_000)
    const again = await bench.connect(site.station.link.station, bits(1))
    const proven = await bench.latestAs(valve, 'EXECUTED')
    expect(proven).toMatchObject({ id, late: true, attempts: 3, resultCode: null })
    expect(again.frames()).toEqual([])
  })
})
