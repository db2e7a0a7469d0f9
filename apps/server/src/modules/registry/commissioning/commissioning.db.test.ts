import {
  acceptCommissioned,
  addCommissioningPhoto,
  areaResource,
  beginCommissioning,
  commissioningResource,
  commissioningSheet,
  deviceResource,
  placeCommissioned,
  proveCommissioned,
} from '@sluice/contract'
import { type ApiClient, bits, CommandBench, makeDept, makeDevice, makePerson, shipDevice } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const bench = new CommandBench()
let areaId: string
beforeAll(async () => {
  await bench.open()
  areaId = await bench.admin.insert(areaResource, { name: 'north', kind: 'DISTRICT', deptId: '1' })
})
afterAll(() => bench.close())

/** One pixel as PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const KEYS = ['device:list', 'area:list', 'commissioning:list', 'commissioning:carryOut', 'commissioning:accept']
const WHO = { name: '马建国', strokes: [[10, 20, 30, 40]] }

let made = 0
const newKey = () => `key of item ${made++}`
const at = () => bench.clock.now().toISOString()

function works(deviceId: string, who: ApiClient = bench.admin) {
  const begun = newKey()
  const item = (key: string) => ({ deviceId, begun, key, at: at() })
  return {
    begin: () => who.call(beginCommissioning, { deviceId, key: begun, at: at() }),
    place: (key = newKey(), more = {}) =>
      who.call(placeCommissioned, {
        ...item(key),
        lng: 115.6689,
        lat: 37.0412,
        source: 'GPS' as const,
        accuracyM: 4.2,
        movedM: 1.8,
        address: '柳石路口南',
        areaId,
        ...more,
      }),
    photo: (key = newKey()) => who.call(addCommissioningPhoto, { ...item(key), subject: 'PLATE', content: PIXEL }),
    prove: (step: 'FIRST_FRAME' | 'OPEN' | 'CLOSE', commandId?: string) =>
      who.call(proveCommissioned, { ...item(newKey()), step, ...(commandId ? { commandId } : {}) }),
    accept: (more = {}, key = newKey()) => who.call(acceptCommissioned, { ...item(key), installer: WHO, ...more }),
    sheet: () => who.call(commissioningSheet, { deviceId }),
  }
}

async function shipped(values = {}) {
  const { id } = await makeDevice(bench.admin, values)
  await shipDevice(bench.admin, id)
  return { id }
}
const device = (id: string) => bench.admin.get(deviceResource, id)

describe('a commissioning', () => {
  it('takes a shipped valve to an installed one: position, photo, first report, open and close proven, signed', async () => {
    const site = await bench.siteOf(1)
    const [valve] = site.valves as [string]
    await shipDevice(bench.admin, valve)
    const work = works(valve)
    await work.begin()
    await work.place()
    await work.photo()
    await expect(work.prove('FIRST_FRAME')).rejects.toMatchObject({ answer: { code: 409, data: { error: 'not-yet' } } })
    bench.clock.advance(1000)
    await site.tell(bits())
    await work.prove('FIRST_FRAME')
    for (const [code, open] of [
      ['OPEN', [1]],
      ['CLOSE', []],
    ] as const) {
      const call = bench.send(valve, code)
      await site.frame(code === 'OPEN' ? 1 : 2)
      await site.tell(code === 'OPEN' ? bits() : bits(1))
      const { commandId } = (await call).data as { commandId: string }
      await expect(work.prove(code, commandId)).rejects.toMatchObject({ answer: { data: { error: 'not-yet' } } })
      await site.tell(bits(...open))
      await bench.latestAs(valve, 'EXECUTED')
      await expect(work.prove(code === 'OPEN' ? 'CLOSE' : 'OPEN', commandId)).rejects.toMatchObject({
        fields: { commandId: 'not-an-option' },
      })
      await work.prove(code, commandId)
    }
    expect((await work.sheet()).state).toBe('PROVEN')
    expect(await work.accept({ accepter: { ...WHO, name: '周岚' } })).toMatchObject({ state: 'ACCEPTED' })
    const sheet = await work.sheet()
    expect(sheet).toMatchObject({
      state: 'ACCEPTED',
      needs: ['FIRST_FRAME', 'OPEN', 'CLOSE'],
      accuracyM: 4.2,
      movedM: 1.8,
      installer: WHO,
      accepter: { name: '周岚' },
      defects: null,
      device: { address: '柳石路口南', areaName: 'north' },
    })
    expect(sheet.photos).toMatchObject([{ type: 'image/webp' }])
    expect(sheet.items.map(({ kind }) => kind)).toEqual([
      'BEGUN',
      'PLACED',
      'PHOTO',
      'PROOF',
      'PROOF',
      'PROOF',
      'ACCEPTED',
    ])
    expect(sheet.items[4]!.proof).toMatchObject({ step: 'OPEN', proven: true, opening: 100 })
    await expect(work.photo()).rejects.toMatchObject({ answer: { data: { error: 'conflict' } } })
  })

  it('installs the device with its acceptance, not before, and writes position, address and installer on it', async () => {
    const { id } = await shipped()
    const work = works(id)
    await work.begin()
    await expect(work.accept({ defects: 'no signal' })).rejects.toMatchObject({
      answer: { data: { error: 'not-yet' } },
    })
    await work.place()
    expect(await device(id)).toMatchObject({ lifecycle: 'SHIPPED', lng: 115.6689, coordSource: 'GPS', areaId })
    await expect(work.accept()).rejects.toMatchObject({ fields: { defects: 'required' } })
    expect(await work.accept({ defects: '没有信号' })).toMatchObject({ state: 'DEFECTIVE' })
    expect(await device(id)).toMatchObject({
      lifecycle: 'INSTALLED',
      installer: '马建国',
      installTime: expect.any(String),
    })
    expect((await bench.admin.page(commissioningResource, { deviceId: id })).list).toMatchObject([
      { state: 'DEFECTIVE', defects: '没有信号', installerName: '马建国' },
    ])
  })

  it('changes nothing where the life of the device refuses: a cellular unit without its SIM', async () => {
    const { id } = await shipped({ network: 'CAT1_4G' })
    const work = works(id)
    await work.begin()
    await work.place()
    await expect(work.accept({ defects: 'x' })).rejects.toMatchObject({ answer: { data: { error: 'not-yet' } } })
    expect(await device(id)).toMatchObject({ lifecycle: 'SHIPPED', installer: null })
    expect((await work.sheet()).state).toBe('BEGUN')
    await work.place(newKey(), { iccid: '89860123456789054321' })
    expect(await work.accept({ defects: 'x' })).toMatchObject({ state: 'DEFECTIVE' })
  })

  it('is not begun before the device was shipped', async () => {
    const { id } = await makeDevice(bench.admin)
    await expect(works(id).begin()).rejects.toMatchObject({ answer: { code: 409, data: { error: 'not-yet' } } })
  })

  it('does what is sent twice once, also when both arrive together, and refuses a key for something else', async () => {
    const { id } = await shipped()
    const work = works(id)
    expect((await Promise.all([work.begin(), work.begin()])).map((one) => one.id)).toHaveLength(2)
    const [placed, photographed, signed] = [newKey(), newKey(), newKey()]
    await Promise.all([work.place(placed), work.place(placed)])
    await Promise.all([work.photo(photographed), work.photo(photographed), work.photo(photographed)])
    await expect(work.photo(placed)).rejects.toMatchObject({ answer: { data: { error: 'key-used-otherwise' } } })
    const both = await Promise.all([work.accept({ defects: 'x' }, signed), work.accept({ defects: 'x' }, signed)])
    expect(both.map(({ state }) => state)).toEqual(['DEFECTIVE', 'DEFECTIVE'])
    const { items, photos } = await work.sheet()
    expect(items.map(({ kind }) => kind)).toEqual(['BEGUN', 'PLACED', 'PHOTO', 'ACCEPTED'])
    expect(photos).toHaveLength(1)
    const { rows } = await bench.platform.db.query(
      `select from oper_log where action = 'commissioning.photo' and target_ids = $1 /* unscoped:test */`,
      [[id]],
    )
    expect(rows).toHaveLength(1)
  })

  it('is one for two people at one device, and whoever signs second is told that it was accepted', async () => {
    const { id } = await shipped()
    const [ma, zhou] = [
      await makePerson(bench.admin, bench.platform.db, { deptId: '1', keys: KEYS }),
      await makePerson(bench.admin, bench.platform.db, { deptId: '1', keys: KEYS }),
    ]
    const [first, second] = [works(id, ma), works(id, zhou)]
    const [one, other] = await Promise.all([first.begin(), second.begin()])
    expect(one.id).toBe(other.id)
    await first.place()
    await second.photo()
    await first.accept({ defects: 'x' })
    await expect(second.accept({ defects: 'y' })).rejects.toMatchObject({ answer: { data: { error: 'conflict' } } })
    expect((await second.sheet()).defects).toBe('x')
  })

  it('is out of reach for other departments, and without the rights', async () => {
    const { id } = await shipped()
    const work = works(id)
    await work.begin()
    const elsewhere = await makeDept(bench.admin, 'elsewhere')
    const stranger = await makePerson(bench.admin, bench.platform.db, { deptId: elsewhere, keys: KEYS })
    await expect(works(id, stranger).begin()).rejects.toMatchObject({ answer: { code: 404 } })
    await expect(works(id, stranger).sheet()).rejects.toMatchObject({ answer: { code: 404 } })
    expect((await stranger.page(commissioningResource)).total).toBe(0)
    const reader = await makePerson(bench.admin, bench.platform.db, { deptId: '1', keys: ['commissioning:list'] })
    await expect(works(id, reader).begin()).rejects.toMatchObject({ answer: { code: 403 } })
  })

  it('keeps what happened: no row of it is changed or taken away', async () => {
    const { id } = await shipped()
    await works(id).begin()
    for (const change of ['update commissioning_item set at = now()', 'delete from commissioning_item'])
      await expect(bench.platform.db.query(`${change} /* unscoped:test */`)).rejects.toThrow('is not changed')
  })
})
