import {
  createProduct,
  deviceResource,
  discardProductDraft,
  exportHistory,
  history,
  latest,
  type Metric,
  productModel,
  type ProductModel,
  productPoints,
  productResource,
  productVocabulary,
  publishProduct,
  retireProduct,
  reviveProduct,
  rollBackProduct,
  saveProductDraft,
  withRenamedMetric,
} from '@sluice/contract'
import {
  type ApiFailure,
  connectMqtt,
  fakeClock,
  makeDept,
  makeDevice,
  makeMqttDevice,
  makePerson,
  productSteps,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { catalogueOf } from '@sluice/devices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf, jobEnded } from '../../../../../../testing/src/platform/sheets.ts'
import { parseCsv } from '../../../platform/sheet/csv.ts'
import { Products } from './product.service.ts'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let test: TestPlatform
let numbers = 0
const { read, saved, published } = productSteps(() => test.admin)

beforeAll(async () => {
  test = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
})
afterAll(() => test?.stop())

const SILT: Metric = {
  key: 'silt',
  kind: 'number',
  unit: 'm',
  decimals: 2,
  hardMin: 0,
  hardMax: 3,
  name: ['淤积深度', 'Silt depth'],
}
const PULSES: Metric = {
  key: 'pulses',
  kind: 'integer',
  unit: '',
  decimals: 0,
  counterMax: 1000,
  name: ['脉冲数', 'Pulses'],
}

/** A product that exists only as data: a draft, made from nothing. */
async function begun(productNo = `OWN-${++numbers}`) {
  const from = { deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT', protocol: 'TB_MQTT' } as const
  const { id } = await test.admin.call(createProduct, {
    productNo,
    name: '淤积传感器',
    englishName: 'Silt sensor',
    from,
  })
  return { id, productNo }
}

const withSilt = (model: ProductModel, more: Partial<Metric> = {}): ProductModel => ({
  ...model,
  metrics: [{ ...SILT, ...more }, PULSES],
  points: ['silt', 'pulses', 'batteryV'],
  uplink: {
    protocol: 'TB_MQTT',
    keys: [
      { from: 'depth_cm', key: 'silt', factor: 0.01 },
      { from: 'n', key: 'pulses' },
    ],
  },
})

async function ready() {
  const product = await begun()
  await saved(product.id, (model) => withSilt(model))
  await published(product.id)
  return product
}

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: ApiFailure) => error.fields ?? error.key,
  )

async function reading(productNo: string) {
  const made = await makeMqttDevice(test.admin, { productNo })
  const device = await connectMqtt(made)
  const report = async (values: Record<string, unknown>) => {
    clock.advance(60_000)
    await device.publish('v1/devices/me/telemetry', values)
  }
  return { id: made.id, report, end: () => device.end() }
}

const valueOf = (deviceId: string, key: string, v: unknown) =>
  until(`${key} ${String(v)}`, async () => {
    const { values } = await test.admin.call(latest, { deviceId })
    return values[key]?.v === v ? values[key] : undefined
  })

describe('a product that is only data', () => {
  it('reads its devices in its own terms: names, units, ranges and counters of its own', async () => {
    const { id, productNo } = await ready()
    const { report, end, id: deviceId } = await reading(productNo)
    await report({ depth_cm: '125', n: 990, battery: 3.6 })
    expect(await valueOf(deviceId, 'silt', 1.25)).toMatchObject({ q: 'GOOD' })
    await report({ depth_cm: 800, n: 5 })
    expect(await valueOf(deviceId, 'silt', 8)).toMatchObject({ q: 'BAD' })
    // Past its end the counter begins again: 10 to its end, and 5.
    await test.platform.telemetry.rollUp()
    const startTime = new Date(clock.now().getTime() - 3_600_000).toISOString()
    const range = { startTime, endTime: clock.now().toISOString() }
    const asked = { deviceId, keys: 'pulses,silt', bucket: 'HOUR' as const, ...range }
    const hours = await test.admin.call(history, asked)
    expect(JSON.stringify(hours)).toContain('"delta":15')
    const points = (await test.admin.call(productPoints, {})).find(({ productId }) => productId === id)!.points
    expect(points[0]).toEqual({ key: 'silt', kind: 'number', unit: 'm', decimals: 2, min: 0, max: 3, name: SILT.name })
    expect(points[2]).toMatchObject({ key: 'batteryV', unit: 'V' })
    await end()
  })

  it('judges every report by the version in force when it came, and loses nothing that was stored', async () => {
    const { id, productNo } = await ready()
    const { report, end, id: deviceId } = await reading(productNo)
    await report({ depth_cm: 250 })
    expect(await valueOf(deviceId, 'silt', 2.5)).toMatchObject({ q: 'GOOD' })
    await saved(id, (model) => withSilt(model, { hardMax: 2 }))
    expect(await published(id, '量程改小')).toEqual({ versionNo: 2 })
    await report({ depth_cm: 240 })
    expect(await valueOf(deviceId, 'silt', 2.4)).toMatchObject({ q: 'BAD' })
    const { version } = await read(id)
    const back = { id, version, versionNo: 1, note: '现场确认 3 m 有效' }
    expect(await test.admin.call(rollBackProduct, back)).toEqual({ versionNo: 3 })
    await report({ depth_cm: 230 })
    expect(await valueOf(deviceId, 'silt', 2.3)).toMatchObject({ q: 'GOOD' })
    const { versions } = await read(id)
    expect(versions.map(({ versionNo, origin, note, byName }) => [versionNo, origin, note, byName !== null])).toEqual([
      [3, 'PERSON', '现场确认 3 m 有效', true],
      [2, 'PERSON', '量程改小', true],
      [1, 'PERSON', '第一版', true],
    ])
    expect(versions[0]!.hash).toBe(versions[2]!.hash)
    expect(versions[0]!.hash).not.toBe(versions[1]!.hash)
    const { rows } = await test.db.query<{ v: number; q: string | null }>(
      `select (readings->>'silt')::float8 as v, quality->>'silt' as q from telemetry
       where device_id = $1 order by ts /* unscoped:test */`,
      [deviceId],
    )
    expect(rows).toEqual([
      { v: 2.5, q: null },
      { v: 2.4, q: 'BAD' },
      { v: 2.3, q: null },
    ])
    await end()
  })

  it('keeps the history of a metric that gets another key', async () => {
    const { id, productNo } = await ready()
    const { report, end, id: deviceId } = await reading(productNo)
    await report({ depth_cm: 100, n: 10 })
    await report({ depth_cm: 800, n: 20 })
    await valueOf(deviceId, 'silt', 8)
    const renamed = (model: ProductModel, unit = 'm') =>
      withRenamedMetric(withSilt(model), 'silt', { ...SILT, unit, key: 'mud' })
    await saved(id, (model) => renamed(model, 'cm'))
    expect(await failure(published(id))).toEqual({ 'model.metrics.0.unit': 'fixed-by-history' })
    await saved(id, (model) => renamed(model))
    await published(id, '改名')
    await report({ depth_cm: 120, n: 30 })
    await valueOf(deviceId, 'mud', 1.2)
    await test.platform.telemetry.rollUp()
    const startTime = new Date(clock.now().getTime() - 600_000).toISOString()
    const range = { deviceId, keys: 'mud', startTime, endTime: clock.now().toISOString() }
    const raw = await test.admin.call(history, { ...range, bucket: 'RAW' })
    expect(raw.series['mud']!.map(({ v, q }) => [v, q])).toEqual([
      [1, undefined],
      [8, 'BAD'],
      [1.2, undefined],
    ])
    for (const bucket of ['HOUR', 'DAY'] as const) {
      const { series } = await test.admin.call(history, { ...range, bucket })
      expect(series['mud']).toMatchObject([{ min: 1, max: 1.2, bad: 1, first: 1, last: 1.2 }])
    }
    const words = { title: '历史', labels: {} }
    const { jobId } = await test.admin.call(exportHistory, { ...range, bucket: 'RAW', format: 'csv', words })
    await jobEnded(test.admin, jobId)
    const [, ...lines] = parseCsv(await fileOf(test.admin, jobId), 100)
    expect(lines.map(([, value]) => value)).toEqual(['1', '8', '1.2'])
    await end()
  })

  it('exists for no device before it is published, nor takes new ones when it is retired', async () => {
    const { id } = await begun()
    const deptId = await makeDept(test.admin, `products ${numbers}`)
    const device = () => ({ name: '一号', deviceNo: `OWN-DEVICE-${++numbers}`, productId: id, deptId })
    const insert = (): Promise<unknown> => test.admin.insert(deviceResource, device())
    expect(await failure(insert())).toEqual({ productId: 'not-published' })
    await saved(id, (model) => withSilt(model))
    await published(id)
    expect(await failure(insert())).toBe('done')
    await test.admin.call(retireProduct, { id })
    expect(await failure(insert())).toEqual({ productId: 'not-published' })
    expect(await failure(test.admin.call(retireProduct, { id }))).toBe('conflict')
    await test.admin.call(reviveProduct, { id })
    expect(await failure(insert())).toBe('done')
  })
})

describe('a draft', () => {
  it('may be wrong: it is kept, says why, and cannot be published', async () => {
    const { id } = await begun()
    const { problems } = await saved(id, (model) => ({ ...withSilt(model), points: ['silt', 'silt', 'nothing'] }))
    expect(problems).toEqual({ 'points.1': 'taken', 'points.2': 'unknown-metric' })
    expect(await failure(published(id))).toEqual({ 'model.points.1': 'taken', 'model.points.2': 'unknown-metric' })
    expect((await read(id)).draft?.model.points).toEqual(['silt', 'silt', 'nothing'])
    expect((await saved(id, (model) => ({ ...model, protocol: 'CARRIER_PIGEON' }))).problems).toMatchObject({
      protocol: 'not-an-option',
    })
  })

  it('changes nothing for anybody until it is published, and whoever read it earlier loses nothing', async () => {
    const { id, productNo } = await ready()
    const { version } = await read(id)
    await saved(id, (model) => ({ ...model, name: '改名' }))
    expect((await test.admin.get(productResource, id)).name).toBe('淤积传感器')
    const late = test.admin.call(saveProductDraft, { id, version, model: (await read(id)).draft!.model })
    expect(await failure(late)).toBe('stale-version')
    const other = (await read(id)).draft!.model
    const renamed = saved(id, () => ({ ...other, productNo: 'OTHER' }))
    expect(await failure(renamed)).toEqual({ 'model.productNo': 'fixed-by-platform' })
    await published(id)
    expect(await test.admin.get(productResource, id)).toMatchObject({ name: '改名', versionNo: 2, hasDraft: false })
    expect(await failure(published(id))).toBe('conflict')
    expect(await failure(begun(productNo))).toEqual({ productNo: 'taken' })
  })

  it('is given up alone, and with it a product that never was anything else', async () => {
    const { id } = await ready()
    await saved(id, (model) => ({ ...model, name: '不要了' }))
    const discard = async (of: string) =>
      test.admin.call(discardProductDraft, { id: of, version: (await read(of)).version })
    expect(await discard(id)).toEqual({ gone: false })
    expect(await read(id)).toMatchObject({ draft: null, versionNo: 1 })
    const never = await begun()
    expect(await discard(never.id)).toEqual({ gone: true })
    expect(await failure(read(never.id))).toBe('not-found')
  })

  it('cannot change what its devices were registered by, nor be published over a newer version', async () => {
    const { id, productNo } = await ready()
    await makeMqttDevice(test.admin, { productNo })
    const { problems } = await saved(id, (model) => ({ ...model, deviceTypeCode: 'VALVE' }))
    expect(problems).toEqual({ deviceTypeCode: 'fixed-by-devices' })
    await saved(id, (model) => ({ ...model, deviceTypeCode: 'SENSOR', name: '新名' }))
    const { version } = await read(id)
    await test.admin.call(rollBackProduct, { id, version, versionNo: 1, note: '先回到第一版' })
    expect(await failure(published(id))).toBe('stale-version')
    await saved(id, (model) => model)
    expect(await published(id)).toEqual({ versionNo: 3 })
  })

  it('can begin as a copy of another product', async () => {
    const { list } = await test.admin.page(productResource, { keyword: 'SL651-VALVE', limit: 100 })
    const source = list.find(({ productNo }) => productNo === 'SL651-VALVE')!
    const facts = { productNo: `COPY-${++numbers}`, name: '副本', englishName: 'Copy' }
    const { id } = await test.admin.call(createProduct, { ...facts, from: { copyOf: source.id } })
    const { inForce } = await read(source.id)
    expect((await read(id)).draft!.model).toEqual({ ...inForce, ...facts })
    expect(await published(id)).toEqual({ versionNo: 1 })
    // Its stations are read as those of the original.
    const { stationAddress, id: deviceId } = await makeDevice(test.admin, { productId: id })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { '38': 12.6 })
    expect(await valueOf(deviceId, 'batteryV', 12.6)).toMatchObject({ q: 'GOOD' })
    await station.end()
  })
})

/** What this process does not need of others. */
const others = { onAdopted: () => undefined, scriptFault: async () => null }

describe('other processes and other people', () => {
  it('a version published elsewhere is in force here as soon as the event arrives', async () => {
    const { id, productNo } = await ready()
    const { report, end, id: deviceId } = await reading(productNo)
    await report({ depth_cm: 100 })
    await valueOf(deviceId, 'silt', 1)
    // Another process on the same database.
    const elsewhere = new Products({
      db: test.db,
      catalogue: catalogueOf([{ protocol: 'TB_MQTT', models: [] } as never]),
      ...others,
    })
    const { version, inForce } = await read(id)
    const session = { scope: { all: true }, userId: '1', nickName: '远端', username: 'far', deptId: '1' }
    const context = { session, ip: '', traceId: '' } as never
    await elsewhere.save({ id, version }, withSilt(inForce!, { hardMax: 2 }), context)
    await elsewhere.publish({ id, version: version + 1, action: 'product.publish' }, '改', context)
    const quality = await until('the narrower range', async () => {
      await report({ depth_cm: 220 })
      const { q } = await valueOf(deviceId, 'silt', 2.2)
      return q === 'BAD' ? q : undefined
    })
    expect(quality).toBe('BAD')
    await end()
  })

  it('only who sees every department may change products; versions are never changed at all', async () => {
    const { id } = await ready()
    const deptId = await makeDept(test.admin, `editors ${numbers}`)
    const tenant = await makePerson(test.admin, test.db, { deptId, keys: ['product:list', 'product:edit'] })
    const { version } = await tenant.call(productModel, { id })
    const model = (await read(id)).inForce!
    const calls = [
      tenant.call(publishProduct, { id, version, note: 'x' }),
      tenant.call(rollBackProduct, { id, version, versionNo: 1, note: 'x' }),
      tenant.call(retireProduct, { id }),
      tenant.call(discardProductDraft, { id, version }),
      tenant.call(saveProductDraft, { id, version, model }),
    ]
    expect(await Promise.all(calls.map(failure))).toEqual(calls.map(() => 'not-permitted'))
    const changed = test.db.query(`update product_version set note = '' where product_id = $1`, [id])
    await expect(changed).rejects.toThrow('append-only')
  })

  it('the vocabulary names what models are made of', async () => {
    const { metrics, usual, protocols, elements } = await test.admin.call(productVocabulary, {})
    expect(metrics.find(({ key }) => key === 'opening')).toMatchObject({ unit: '%', hardMax: 100 })
    expect(usual.find(({ key }) => key === 'tilt')).toMatchObject({ unit: '°', name: ['倾斜角', 'Tilt'] })
    expect(protocols).toContainEqual({ protocol: 'TB_MQTT', mapsCommands: true })
    expect(elements.find(({ id }) => id === '02')).toMatchObject({ name: 'airTemperature', unit: '°C' })
  })
})
