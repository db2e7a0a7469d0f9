import { type ProductModel, replayProductModel, tryProductModel } from '@sluice/contract'
import { SL651_MODELS, TB_MQTT_MODELS } from '@sluice/devices'
import { toHex } from '@sluice/kit'
import {
  type ApiFailure,
  connectMqtt,
  frameOf,
  makeDept,
  makeDevice,
  makeMqttDevice,
  makePerson,
  reportOf,
} from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, now, clock } = sharedPlatform()

const modelOf = (productNo: string): ProductModel =>
  [...SL651_MODELS, ...TB_MQTT_MODELS].find((model) => model.productNo === productNo)!
const LEVEL = modelOf('SL651-LEVEL')
const UPLINK = LEVEL.uplink as Extract<ProductModel['uplink'], { protocol: 'SL651' }>
/** The level in centimetres instead, in a range that is too narrow for most of it. */
const IN_CM: ProductModel = {
  ...LEVEL,
  metrics: [{ key: 'silt', kind: 'number', unit: 'cm', decimals: 0, hardMax: 200, name: ['淤积', 'Silt'] }],
  points: ['silt'],
  uplink: { ...UPLINK, elements: [{ id: '39', key: 'silt', channel: 0, factor: 100 }] },
}
const link = { center: 1, station: '0012345678', password: '0000' }
const hexOf = (values: Record<string, number | string>) => toHex(frameOf(reportOf(link, 1, values, { at: now() })))
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ApiFailure) => error.fields ?? error.key,
  )
const counts = async () => {
  const { rows } = await test.db.query(
    `select (select count(*) from telemetry) as t, (select count(*) from device_message) as m,
       (select count(*) from product_version) as v /* unscoped:test */`,
  )
  return rows[0]
}

describe('a frame that is tried with a model', () => {
  it('says which value each element became, what refuses it and which conditions hold, and stores nothing', async () => {
    const before = await counts()
    const frame = hexOf({ 39: 1.25, 38: 12.5, 45: '00000002' })
    const built = await test.admin.call(tryProductModel, { model: LEVEL, frame })
    const shown = ({ channel, key, value, fault, listed }: (typeof built.values)[number]) =>
      `${channel} ${key} ${String(value)} ${fault ?? 'GOOD'} ${listed ? 'listed' : 'more'}`
    expect(built.values.map(shown)).toEqual(
      expect.arrayContaining(['0 level 1.25 GOOD listed', '0 batteryV 12.5 GOOD listed']),
    )
    expect(built.conditions).toMatchObject({ P01: true, P03: false })
    expect(built.hex).toBe(frame)
    expect(built.fields.length).toBeGreaterThan(5)
    const own = await test.admin.call(tryProductModel, { model: IN_CM, frame: hexOf({ 39: 1.25 }) })
    expect(own.values.map(shown)).toEqual(['0 silt 125 GOOD listed'])
    const far = await test.admin.call(tryProductModel, { model: IN_CM, frame: hexOf({ 39: 3 }) })
    expect(far.values.map(shown)).toEqual(['0 silt 300 OUT_OF_RANGE listed'])
    expect(await counts()).toEqual(before)
  })

  it('may be a payload as JSON where its protocol has such', async () => {
    const model: ProductModel = {
      ...modelOf('MQTT-SENSOR'),
      uplink: { protocol: 'TB_MQTT', keys: [{ from: 'lvl', key: 'level', factor: 0.001 }] },
    }
    const { values } = await test.admin.call(tryProductModel, { model, frame: '{"lvl":"1250","other":1}' })
    expect(values).toEqual([
      { channel: 0, slave: null, key: 'level', value: 1.25, fault: null, listed: true },
      { channel: 0, slave: null, key: 'other', value: 1, fault: null, listed: false },
    ])
    expect(await failure(test.admin.call(tryProductModel, { model, frame: '{"lvl":' }))).toEqual({ frame: 'format' })
    expect(await failure(test.admin.call(tryProductModel, { model: LEVEL, frame: '{}' }))).toEqual({ frame: 'format' })
  })

  it('that is damaged is taken apart and becomes nothing; a slave has no frames of its own', async () => {
    const frame = `${hexOf({ 39: 1 }).slice(0, -2)}00`
    const found = await test.admin.call(tryProductModel, { model: LEVEL, frame })
    expect(found).toMatchObject({ fault: { kind: 'checksum' }, values: [], conditions: {} })
    const slave = test.admin.call(tryProductModel, { model: modelOf('SL651-VALVE-CHANNEL'), frame })
    expect(await failure(slave)).toEqual({ model: 'not-for-slave' })
    const unknown = test.admin.call(tryProductModel, { model: { ...LEVEL, protocol: 'PIGEON' }, frame })
    expect(await failure(unknown)).toEqual({ 'model.protocol': 'not-an-option' })
  })
})

describe('the last hour of a device that is read again', () => {
  it('counts what is the same, what came, went and is refused, and leaves older frames alone', async () => {
    const { id: deviceId, stationAddress } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 9 }, { at: now() })
    clock.advance(3_700_000)
    await station.report(2, { 39: 1.5, 38: 12 }, { at: now() })
    clock.advance(60_000)
    await station.report(3, { 39: 2.5, 38: 12 }, { at: now() })
    const same = await test.admin.call(replayProductModel, { model: LEVEL, deviceId })
    expect(same).toEqual({ frames: 2, same: 4, changed: 0, added: 0, gone: 0, refused: 0, differences: [] })
    const told = await test.admin.call(replayProductModel, { model: IN_CM, deviceId })
    expect(told).toMatchObject({ frames: 2, same: 0, changed: 0, added: 2, gone: 4, refused: 1 })
    expect(told.differences.filter(({ key }) => key === 'silt')).toEqual([
      expect.objectContaining({ after: 150, afterFault: null }),
      expect.objectContaining({ after: 250, afterFault: 'OUT_OF_RANGE' }),
    ])
    const [first] = told.differences.filter(({ key }) => key === 'level')
    expect(first).toMatchObject({ before: 1.5, beforeFault: null })
    expect(first).not.toHaveProperty('after')
    const narrow: ProductModel = {
      ...LEVEL,
      metrics: [{ key: 'level', kind: 'number', unit: 'm', decimals: 3, hardMin: 0, hardMax: 2 }],
    }
    expect(await test.admin.call(replayProductModel, { model: narrow, deviceId })).toMatchObject({
      same: 3,
      changed: 1,
      refused: 1,
      differences: [{ before: 2.5, beforeFault: null, after: 2.5, afterFault: 'OUT_OF_RANGE' }],
    })
    await station.end()
  })

  it('is of a device that the caller sees, and of the same protocol', async () => {
    const made = await makeMqttDevice(test.admin, { productNo: 'MQTT-SENSOR' })
    const device = await connectMqtt(made)
    await device.publish('v1/devices/me/telemetry', { level: 2 })
    const replay = (model: ProductModel, who = test.admin) =>
      failure(who.call(replayProductModel, { model, deviceId: made.id }))
    expect(await replay(modelOf('MQTT-SENSOR'))).toBe('done')
    expect(await replay(LEVEL)).toEqual({ deviceId: 'wrong-protocol' })
    const dept = await makeDept(test.admin, '别处')
    const stranger = await makePerson(test.admin, test.db, { deptId: dept, keys: ['device:message'] })
    expect(await replay(modelOf('MQTT-SENSOR'), stranger)).toBe('not-found')
    await device.end()
  })
})
