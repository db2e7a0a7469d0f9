import { commandPage } from '@sluice/contract'
import { bits, CommandBench, pause, until } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const DAY = 86_400_000
const bench = new CommandBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

describe.each([60 * DAY, -2 * DAY])('a clock that is set by %d ms', (by) => {
  it('leaves a command that is under way as much time as it had', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const call = bench.send(valve, 'OPEN')
    await site.frame(1)
    bench.clock.leap(by)
    await pause(600)
    expect(await bench.latest(valve)).toMatchObject({ status: 'SENT', attempts: 1 })
    bench.clock.advance(10_000)
    // It is not sent again: the age of the other valves' last report is unknown now.
    expect(await bench.latestAs(valve, 'TIMEOUT')).toMatchObject({ attempts: 1, resultCode: 'NO_ACK' })
    expect(site.frames()).toHaveLength(1)
    await call
    bench.clock.leap(-by)
    await site.tell(bits(1))
    expect(await bench.latestAs(valve, 'EXECUTED')).toMatchObject({ late: true })
  })
})

it('a command that a clock which was ahead left behind is not sent after a restart', async () => {
  const site = await bench.siteOf(2)
  const [first, second] = site.valves as [string, string]
  bench.clock.leap(60 * DAY)
  await site.tell(bits())
  await bench.latest(first)
  const calls = [bench.send(first, 'OPEN')]
  await site.frame(1)
  calls.push(bench.send(second, 'OPEN'))
  await bench.latestAs(second, 'QUEUED')
  await bench.platform.stop()
  await Promise.allSettled(calls)
  bench.clock.leap(-60 * DAY)
  await bench.start()
  const again = await bench.connect(site.station.link.station, bits())
  await until('its end', async () => {
    const { list } = await bench.admin.call(commandPage, { deviceId: second, code: 'OPEN' })
    return list[0]?.status === 'EXPIRED'
  })
  bench.clock.advance(70_000)
  await bench.latestAs(first, 'TIMEOUT')
  expect(again.frames()).toEqual([])
})
