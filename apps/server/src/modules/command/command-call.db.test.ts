import { cancelCommand, commandPage, getCommand, previewCommand } from '@sluice/contract'
import { bits, CommandBench, makeDept, makePerson, pause, tellConditions, until } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const bench = new CommandBench()
beforeAll(() => bench.open())
afterAll(() => bench.close())

describe('a call', () => {
  it('that is repeated with its key answers the first command, and sends nothing', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const idempotencyKey = 'one key'
    const calls = [bench.send(valve, 'OPEN', { idempotencyKey }), bench.send(valve, 'OPEN', { idempotencyKey })]
    await site.frame(1)
    await site.tell(bits(1))
    const [one, two] = await Promise.all(calls)
    const { commandId } = one!.data as { commandId: string }
    expect([one?.code, two?.code]).toEqual([0, 0])
    expect(two?.data).toMatchObject({ commandId })
    await bench.latestAs(valve, 'EXECUTED')
    bench.clock.advance(901_000)
    expect(await bench.send(valve, 'OPEN', { idempotencyKey })).toMatchObject({
      code: 0,
      data: { commandId, status: 'EXECUTED' },
    })
    expect(await bench.send(valve, 'CLOSE', { idempotencyKey })).toMatchObject({
      code: 409,
      data: { error: 'key-used-otherwise' },
    })
    expect(site.frames()).toHaveLength(1)

    const deptId = await makeDept(bench.admin, 'keys')
    const other = await makePerson(bench.admin, bench.platform.db, { deptId, dataScope: 'ALL' })
    expect(await bench.send(valve, 'OPEN', { idempotencyKey }, other)).toMatchObject({
      data: { error: 'state-unknown' },
    })
  })

  it('whose row is read by its repetition before the command is handed on waits for the device all the same', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const committed = Promise.withResolvers<void>()
    const { db } = bench.platform
    const { transaction } = db
    // The row is committed, but the call that wrote it does not know yet. Only that one returns an id.
    db.transaction = async (...args) => {
      const result: unknown = await transaction(...args)
      if (typeof result !== 'string') return result as never
      db.transaction = transaction
      await committed.promise
      return result as never
    }
    const first = bench.send(valve, 'OPEN', { idempotencyKey: 'read early' })
    await bench.latestAs(valve, 'QUEUED')
    const answers: string[] = []
    const repeated = bench.send(valve, 'OPEN', { idempotencyKey: 'read early' })
    void repeated.then(() => answers.push('repeated'))
    await pause(200)
    expect(answers).toEqual([])
    committed.resolve()
    await site.tell(await site.frame(1))
    expect([(await first).code, (await repeated).code]).toEqual([0, 0])
    expect(site.frames()).toHaveLength(1)
  })

  it('that comes several times at once with one key is one command and one frame; the others have its id or a refusal', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const codes = ['OPEN', 'CLOSE', 'OPEN', 'CLOSE']
    const calls = codes.map((code) => bench.send(valve, code, { idempotencyKey: 'at once' }))
    await site.tell(await site.frame(1))
    const answers = await Promise.all(calls)
    const { list, total } = await bench.admin.call(commandPage, { deviceId: valve })
    expect([total, site.frames().length]).toEqual([1, 1])
    for (const [n, { code, data }] of answers.entries()) {
      const expected = codes[n] === list[0]?.code ? { code: 0 } : { code: 409, data: { error: 'key-used-otherwise' } }
      expect({ code, data }).toMatchObject(expected)
      expect(data).toMatchObject({ commandId: list[0]?.id })
    }
  })

  it('for a device of another tenant finds nothing, and without the key is refused', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    const deptId = await makeDept(bench.admin, 'elsewhere')
    const foreigner = await makePerson(bench.admin, bench.platform.db, { deptId })
    const keyless = await makePerson(bench.admin, bench.platform.db, { deptId: '1', keys: ['device:list'] })
    const call = bench.send(valve, 'OPEN')
    await site.frame(1)
    await site.tell(bits(1))
    const { commandId } = (await call).data as { commandId: string }
    expect(await bench.send(valve, 'OPEN', {}, foreigner)).toMatchObject({ code: 404, status: 404 })
    for (const [method, { path }, input] of [
      ['GET', getCommand, { id: commandId }],
      ['POST', cancelCommand, { id: commandId }],
      ['GET', previewCommand, { deviceId: valve, code: 'OPEN' }],
    ] as const) {
      expect({ path, ...(await foreigner.answer(method, path, input)) }).toMatchObject({ code: 404 })
      expect({ path, ...(await keyless.answer(method, path, input)) }).toMatchObject({ code: 403 })
    }
    expect(await foreigner.call(commandPage, {})).toMatchObject({ total: 0, list: [] })
    expect(await bench.send(valve, 'OPEN', {}, keyless)).toMatchObject({ code: 403, status: 403 })
    expect(site.frames()).toHaveLength(1)
  })

  it('for what the device cannot do is refused before the ledger', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    expect(await bench.send(valve, 'SET_OPENING', { params: { opening: 40 } })).toMatchObject({
      code: 400,
      data: { error: 'command-unsupported' },
    })
    expect(await bench.send(valve, 'OPEN', { params: { speed: 1 } })).toMatchObject({
      code: 400,
      data: { error: 'validation', fields: { 'params.speed': 'unknown-field' } },
    })
    expect(await bench.admin.call(commandPage, { deviceId: valve })).toMatchObject({ total: 0 })
  })

  it('that opens a valve with a serious fault is refused and names it, until somebody has seen it', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    await tellConditions(bench.platform, { deviceId: valve, deptId: '1' }, { S06: true })
    const refused = { code: 409, data: { error: 'needs-confirmation', faults: [{ code: 'S06', level: 3 }] } }
    await until('the fault to hold', async () => {
      const { refused: why } = await bench.admin.call(previewCommand, { deviceId: valve, code: 'OPEN' })
      return why?.error === 'needs-confirmation'
    })
    expect(await bench.send(valve, 'OPEN')).toMatchObject(refused)
    expect(await bench.send(valve, 'OPEN', { confirmed: false })).toMatchObject(refused)
    expect(site.frames()).toEqual([])
    const call = bench.send(valve, 'OPEN', { confirmed: true })
    await site.tell(await site.frame(1))
    expect(await call).toMatchObject({ code: 0 })
  })

  it('no statement of any of this reached a table past the scope', () => {
    expect(bench.recorder.violations()).toEqual([])
  })
})
