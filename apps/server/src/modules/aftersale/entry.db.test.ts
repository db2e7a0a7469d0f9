import { enterRepair, repairRecordResource, type RepairEntry, type RepairRow } from '@sluice/contract'
import { makeDept, makeDevice, makePerson, sharedPlatform } from '@sluice/testing'
import { beforeAll, describe, expect, it } from 'vitest'

const { test, clock, now } = sharedPlatform()
/** A picture of one point. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let deviceId: string
let worker: Awaited<ReturnType<typeof makePerson>>

beforeAll(async () => {
  const deptId = await makeDept(test.admin, '东灌区')
  worker = await makePerson(test.admin, test.db, { deptId })
  deviceId = (await makeDevice(test.admin, { deptId })).id
})

let keys = 0
const path = enterRepair.path
async function accepted(): Promise<string> {
  const values = { deviceId, source: 'CALL', level: 3, problem: '不动作', assigneeId: worker.userId } as const
  const id = await worker.insert(repairRecordResource, values)
  for (const [version, verb] of ['assign', 'accept'].entries())
    await test.admin.answer('POST', `/device/v1/repairRecord/${verb}`, { id, version })
  return id
}
const item = (id: string, entry: RepairEntry, at = now()) => ({
  id,
  key: `telephone ${(keys += 1)}`,
  at: new Date(at).toISOString(),
  entry,
})
const enter = (input: ReturnType<typeof item>, who: Pick<typeof worker, 'answer'> = worker) =>
  who.answer('POST', path, input)
const read = (id: string) => test.admin.get(repairRecordResource, id) as Promise<RepairRow>
const count = async (table: string, id: string) => {
  const { rows } = await test.db.query(`select 1 from ${table} where repair_id = $1`, [id])
  return rows.length
}

describe('what happened beside a device', () => {
  it('happens once however often it is sent, at the time it happened, also when sent twice at once', async () => {
    const id = await accepted()
    const before = await count('repair_event', id)
    clock.advance(1_200_000)
    const sent = item(id, { kind: 'STEP', step: 'arrive', from: 'ACCEPTED' }, now() - 600_000)
    const answers = await Promise.all([enter(sent), enter(sent)])
    answers.push(await enter(sent))
    expect(answers.map(({ code, data }) => ({ code, data }))).toEqual(
      Array.from({ length: 3 }, () => ({ code: 0, data: { status: 'ON_SITE', version: 3 } })),
    )
    expect(await count('repair_event', id)).toBe(before + 1)
    expect(await count('repair_entry', id)).toBe(1)
    expect(await read(id)).toMatchObject({ arriveTime: sent.at })
    const other = await accepted()
    expect(await enter({ ...sent, id: other })).toMatchObject({ code: 409, data: { error: 'key-used-otherwise' } })
  })

  it('is no earlier than the step before it, and no later than now', async () => {
    const id = await accepted()
    clock.advance(60_000)
    await enter(item(id, { kind: 'STEP', step: 'arrive', from: 'ACCEPTED' }, now() + 9_000_000))
    expect(await read(id)).toMatchObject({ arriveTime: new Date(now()).toISOString() })
    await enter(item(id, { kind: 'STEP', step: 'work', from: 'ON_SITE' }, now() - 600_000))
    const { rows } = await test.db.query<{ ts: string }>(
      'select ts from repair_event where repair_id = $1 order by id desc limit 1',
      [id],
    )
    expect(rows[0]!.ts).toBe(new Date(now()).toISOString())
  })

  it('never overwrites what changed meanwhile: it is refused with what stands there', async () => {
    const id = await accepted()
    const dispatcher = await makePerson(test.admin, test.db, { deptId: (await read(id)).deptId! })
    await dispatcher.update(repairRecordResource, id, { cause: '电机', laborFee: 100 })
    clock.advance(60_000)
    // Whoever changes something else afterwards did not change this.
    await test.admin.update(repairRecordResource, id, { laborFee: 200, contact: '王' })
    const fields = item(id, { kind: 'FIELDS', was: { cause: null }, now: { cause: '进沙', measure: '清沙' } })
    const by = { byName: dispatcher.username, time: new Date(now() - 60_000).toISOString() }
    const meanwhile = {
      status: 'ACCEPTED',
      fields: { cause: '电机' },
      ...by,
      changed: { cause: expect.objectContaining({ byName: by.byName }) },
    }
    expect(await enter(fields)).toMatchObject({ code: 409, data: { error: 'conflict', meanwhile } })
    expect(await read(id)).toMatchObject({ cause: '电机', measure: null })
    expect(await enter({ ...fields, entry: { ...fields.entry, was: { cause: '电机' } } as RepairEntry })).toMatchObject(
      {
        code: 0,
      },
    )
    expect(await read(id)).toMatchObject({ cause: '进沙', measure: '清沙' })
    const late = item(id, { kind: 'STEP', step: 'work', from: 'ON_SITE' })
    expect(await enter(late)).toMatchObject({
      code: 409,
      data: { error: 'conflict', meanwhile: { status: 'ACCEPTED' } },
    })
  })

  it('takes photos and signatures, drawn anew; a new signature takes the place of the old one', async () => {
    const id = await accepted()
    const sign = (name: string) => item(id, { kind: 'SIGNATURE', signer: 'CUSTOMER', name, content: PNG })
    for (const input of [item(id, { kind: 'PHOTO', content: PNG }), sign('王会计'), sign('李会计')])
      expect(await enter(input)).toMatchObject({ code: 0 })
    const row = await read(id)
    expect(row).toMatchObject({ customerName: '李会计', workerSign: [] })
    expect([row.photos, row.customerSign].map((files) => files.map(({ type }) => type))).toEqual([
      ['image/webp'],
      ['image/webp'],
    ])
  })

  it('keeps where the telephone says that a photo was taken, and refuses a place that is none', async () => {
    const id = await accepted()
    const place = { lng: 120.155, lat: 30.274, accuracyM: 12, by: 'PHONE' } as const
    expect(await enter(item(id, { kind: 'PHOTO', content: PNG, place }))).toMatchObject({ code: 0 })
    expect(await enter(item(id, { kind: 'PHOTO', content: PNG }))).toMatchObject({ code: 0 })
    expect((await read(id)).photos.map((photo) => photo.place)).toEqual([place, undefined])
    for (const wrong of [{ lng: 181 }, { lat: -91 }, { accuracyM: -1 }, { by: 'NOBODY' }]) {
      const entry = { kind: 'PHOTO', content: PNG, place: { ...place, ...wrong } } as RepairEntry
      expect(await enter(item(id, entry))).toMatchObject({ code: 400 })
    }
  })

  it('is entered by those who may do the same by hand, and of an order in sight', async () => {
    const id = await accepted()
    const { deptId } = await read(id)
    const entry: RepairEntry = { kind: 'FIELDS', was: { cause: null }, now: { cause: '进沙' } }
    const keysOf = ['repairRecord:list', 'repairRecord:process']
    const other = await makePerson(test.admin, test.db, { deptId: deptId!, keys: keysOf })
    expect(await enter(item(id, entry), other)).toMatchObject({ code: 403 })
    const stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, '西灌区') })
    expect(await enter(item(id, entry), stranger)).toMatchObject({ code: 404 })
    expect(await read(id)).toMatchObject({ cause: null })
  })
})
