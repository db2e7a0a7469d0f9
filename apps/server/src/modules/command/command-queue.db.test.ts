import { cancelCommand, getCommand } from '@sluice/contract'
import { bits, CommandBench, type CommandSite, pause, until } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const bench = new CommandBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

describe('a command that waits', () => {
  /** A site whose first valve is opening and will take its time. */
  async function busy(): Promise<CommandSite> {
    const site = await bench.siteOf(3)
    const call = bench.send(site.valves[0]!, 'OPEN')
    await site.frame(1)
    await site.tell()
    await call
    return site
  }

  it('expires', async () => {
    const site = await busy()
    const call = bench.send(site.valves[1]!, 'OPEN')
    await bench.latestAs(site.valves[1]!, 'QUEUED')
    bench.clock.advance(60_000)
    expect(await bench.latestAs(site.valves[1]!, 'EXPIRED')).toMatchObject({ attempts: 0, sentTime: null })
    await call
    await site.tell(bits(1))
    await pause(300)
    expect(site.frames()).toHaveLength(1)
  })

  it('can be cancelled, one that left cannot', async () => {
    const site = await busy()
    const [first, second] = site.valves as [string, string]
    const call = bench.send(second, 'OPEN')
    const { id } = await bench.latestAs(second, 'QUEUED')
    expect(await bench.admin.call(cancelCommand, { id })).toEqual({ commandId: id, status: 'CANCELLED' })
    expect(await call).toMatchObject({
      code: 409,
      data: { error: 'command-ended', commandId: id, status: 'CANCELLED' },
    })
    const sent = await bench.latest(first)
    expect(await bench.admin.answer('POST', cancelCommand.path, { id: sent.id })).toMatchObject({ code: 409 })
    expect(await bench.admin.answer('POST', cancelCommand.path, { id })).toMatchObject({ code: 409 })
    await site.tell(bits(1))
    await bench.latestAs(first, 'EXECUTED')
    await pause(300)
    expect(site.frames()).toHaveLength(1)
  })

  it('is replaced by a newer one for the same valve', async () => {
    const site = await busy()
    const [, second] = site.valves as [string, string]
    const opening = bench.send(second, 'OPEN')
    const older = await bench.latestAs(second, 'QUEUED')
    const shutting = bench.send(second, 'CLOSE')
    const newer = await until('the newer one', async () => {
      const found = await bench.latest(second)
      return found.id === older.id ? undefined : found
    })
    expect(await opening).toMatchObject({ data: { error: 'command-ended', status: 'SUPERSEDED' } })
    expect(await bench.admin.call(getCommand, { id: older.id })).toMatchObject({
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
    const opening = await bench.latest(first)
    const call = bench.send(first, 'CLOSE')
    expect(await site.frame(2)).toEqual(bits())
    await site.tell(bits())
    expect(await call).toMatchObject({ code: 0 })
    expect(await bench.admin.call(getCommand, { id: opening.id })).toMatchObject({
      status: 'FAILED',
      resultCode: 'OVERTAKEN',
    })
  })
})
