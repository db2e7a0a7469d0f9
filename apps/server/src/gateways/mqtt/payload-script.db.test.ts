import {
  byteTail,
  createProduct,
  history,
  inspectFrame,
  latest,
  messagePage,
  type ProductModel,
  productModel,
  publishProduct,
  refusalResource,
  replayProductModel,
  saveProductDraft,
  tryProductModel,
} from '@sluice/contract'
import { toHex } from '@sluice/kit'
import { type ApiFailure, connectMqtt, makeMqttDevice, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()
let products = 0

const OWN = [
  { key: 'silt', kind: 'number', unit: 'm', decimals: 2, hardMin: 0, hardMax: 3, name: ['淤积', 'Silt'] },
  { key: 'firmware', kind: 'text', unit: '', decimals: 0, name: ['固件', 'Firmware'] },
] as const
/** Two bytes of silt in centimetres, and the voltage in tenths; a report of one byte is an old one. */
const BINARY = `function decodeUplink({ bytes, topic, receivedAt }) {
  console.log(bytes.length, topic)
  if (bytes[0] === 0xff) throw new Error('no report of ours')
  if (bytes[0] === 0xfe) for (;;);
  if (bytes[0] === 0xfd) return { values: {} }
  const at = bytes.length > 3 ? receivedAt - bytes[3] * 1000 : receivedAt
  const values = { depth: ((bytes[0] << 8) | bytes[1]) / 100, batteryV: bytes[2] / 10 }
  return { telemetry: [{ ts: at, values }], attributes: { firmware: 'v' + bytes.length } }
}`

async function draftOf(script: string) {
  const productNo = `SCRIPT-${++products}`
  const from = { deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT', protocol: 'TB_MQTT' } as const
  const { id } = await test.admin.call(createProduct, { productNo, name: '脚本', englishName: 'Script', from })
  const { version, draft } = await test.admin.call(productModel, { id })
  const model: ProductModel = {
    ...draft!.model,
    points: ['silt', 'batteryV', 'firmware'],
    metrics: OWN,
    uplink: { protocol: 'TB_MQTT', keys: [{ from: 'depth', key: 'silt' }], script },
  }
  const saved = await test.admin.call(saveProductDraft, { id, version, model })
  return { id, productNo, model, ...saved }
}

/** A connected device of a product with this script. */
async function deviceWith(script: string) {
  const { id: productId, productNo, version, model } = await draftOf(script)
  await test.admin.call(publishProduct, { id: productId, version, note: 'x' })
  const made = await makeMqttDevice(test.admin, { productNo })
  const device = await connectMqtt(made)
  const values = async () => {
    const answer = await test.admin.call(latest, { deviceId: made.id })
    return Object.fromEntries(Object.entries(answer.values).map(([key, { v, q }]) => [key, q === 'GOOD' ? v : [v, q]]))
  }
  const results = async () =>
    (await test.admin.call(messagePage, { deviceId: made.id, order: 'asc' })).list.map(({ result }) => result)
  return { productId, model, id: made.id, device, values, results, made }
}

const TELEMETRY = 'v1/devices/me/telemetry'
const REPORT = Buffer.from([0, 125, 36])

describe('a device that publishes bytes', () => {
  it('has values and attributes as the script of its product returns them, before keys and ranges', async () => {
    const { id, device, values, results } = await deviceWith(BINARY)
    await device.publish(TELEMETRY, REPORT)
    expect(await values()).toEqual({ silt: 1.25, batteryV: 3.6, firmware: 'v3' })
    await device.publish('up/data', Buffer.from([0x7f, 0xff, 36, 10]))
    expect(await values()).toEqual({ silt: 1.25, batteryV: 3.6, firmware: 'v4' })
    expect(await results()).toEqual(['OK', 'BAD_RANGE'])
    const { series } = await test.admin.call(history, {
      deviceId: id,
      keys: 'silt',
      startTime: new Date(now() - 60_000).toISOString(),
      endTime: new Date(now() + 60_000).toISOString(),
    })
    // The second one is ten seconds old, as its script says.
    expect(series['silt']).toMatchObject([{ v: 327.67 }, { v: 1.25 }])
    const { rows } = await test.db.query(
      `select value from device_attribute where device_id = $1 and key = 'firmware' /* unscoped:test */`,
      [id],
    )
    expect(rows).toEqual([{ value: 'v4' }])
    await device.end()
  })

  it('answers requests, and what it asks, without the script', async () => {
    const { device, results } = await deviceWith(BINARY)
    await device.subscribe('v1/devices/me/attributes/response/+')
    await device.publish('v1/devices/me/attributes/request/1', { clientKeys: 'firmware' })
    expect((await device.message(() => true)).topic).toBe('v1/devices/me/attributes/response/1')
    expect(await results()).toEqual(['OK'])
    await device.end()
  })
})

describe('a device that publishes nested JSON', () => {
  it('has the values that the paths of its product lead to, with a script before them or without', async () => {
    const { id, version, productNo, model } = await draftOf(
      'function decodeUplink({ json }) { return { telemetry: json.report } }',
    )
    const keys = [{ from: '$.dev.ch[0].depth', key: 'silt', factor: 0.01 }]
    const { script, ...plain } = model.uplink as Extract<ProductModel['uplink'], { protocol: 'TB_MQTT' }>
    const report = { dev: { ch: [{ depth: 125 }] } }
    const publish = async (uplink: ProductModel['uplink'], at: number) => {
      const saved = await test.admin.call(saveProductDraft, { id, version: at, model: { ...model, uplink } })
      expect(saved.problems).toEqual({})
      await test.admin.call(publishProduct, { id, version: saved.version, note: 'x' })
    }
    await publish({ ...plain, keys }, version)
    const made = await makeMqttDevice(test.admin, { productNo })
    const device = await connectMqtt(made)
    const silt = async () => (await test.admin.call(latest, { deviceId: made.id })).values
    await device.publish(TELEMETRY, report)
    expect(await silt()).toMatchObject({ silt: { v: 1.25, q: 'GOOD' } })
    expect(await silt()).not.toHaveProperty('dev')
    await publish({ ...plain, keys, script: script! }, (await test.admin.call(productModel, { id })).version)
    await device.publish(TELEMETRY, { report: { dev: { ch: [{ depth: 150 }] } } })
    expect(await silt()).toMatchObject({ silt: { v: 1.5, q: 'GOOD' } })
    await device.end()
  })
})

describe('a script that fails', () => {
  it.each([
    ['throws', [0xff], 'line 3: Error: no report of ours'],
    ['does not end', [0xfe], 'line 4: it takes longer than 50 ms'],
    ['returns something else', [0xfd], 'it returns "values": only telemetry and attributes are read'],
  ])(
    'because it %s refuses the report with its cause; it is kept as it came, and the next one is read',
    async (_name, bytes, cause) => {
      const { id, device, values, results } = await deviceWith(BINARY)
      await device.publish(TELEMETRY, Buffer.from(bytes))
      await device.publish(TELEMETRY, REPORT)
      expect(await results()).toEqual(['SCRIPT_ERR', 'OK'])
      expect(await values()).toMatchObject({ silt: 1.25 })
      const refusals = await until('the refusal', async () => {
        const { list } = await test.admin.page(refusalResource, { deviceId: id })
        return list.length > 0 && list
      })
      expect(refusals).toMatchObject([{ reason: 'SCRIPT', detail: cause }])
      const { lines } = await test.admin.call(byteTail, { deviceId: id, because: 'SCRIPT' })
      expect(lines).toMatchObject([{ state: 'REFUSED', detail: cause }])
      await device.end()
    },
  )

  it('holds up no other device', async () => {
    const slow = await deviceWith('function decodeUplink() { for (;;); }')
    const other = await makeMqttDevice(test.admin)
    const plain = await connectMqtt(other)
    const waiting = Promise.all(Array.from({ length: 20 }, () => slow.device.publish(TELEMETRY, REPORT)))
    let isOver = false
    void waiting.then(() => (isOver = true))
    await plain.publish(TELEMETRY, { flow: 1 })
    expect(isOver).toBe(false)
    expect((await test.admin.call(latest, { deviceId: other.id })).values['flow']).toMatchObject({ v: 1 })
    await waiting
    expect(new Set(await slow.results())).toEqual(new Set(['SCRIPT_ERR']))
    await Promise.all([plain.end(), slow.device.end()])
  })
})

describe('a draft with a script', () => {
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: ApiFailure) => error.fields ?? error.key,
    )

  it('that does not parse, or has no function, says so and cannot be published', async () => {
    const { id, version, problems, script } = await draftOf('function decodeUplink(input) {\n  return {')
    expect(problems).toEqual({ 'uplink.script': 'wrong-script' })
    expect(script).toMatchObject({ code: 'SYNTAX', line: 2 })
    const publishing = test.admin.call(publishProduct, { id, version, note: 'x' })
    expect(await refused(publishing)).toEqual({ 'model.uplink.script': 'wrong-script' })
    expect((await draftOf('const a = 1')).script).toMatchObject({ code: 'NO_FUNCTION' })
  })

  it('is tried with a payload: its values, what it wrote, and the line where it fails', async () => {
    const { model } = await draftOf(BINARY)
    const tried = await test.admin.call(tryProductModel, { model, topic: 'up/data', frame: '00 7D 24' })
    expect(tried.values).toMatchObject([
      { key: 'silt', value: 1.25, listed: true },
      { key: 'batteryV', value: 3.6, listed: true },
      { key: 'firmware', value: 'v3', listed: true },
    ])
    expect(tried).toMatchObject({ fault: null, script: { fault: null, lines: ['3 up/data'] } })
    const failed = await test.admin.call(tryProductModel, { model, topic: TELEMETRY, frame: 'FF' })
    expect(failed).toMatchObject({
      values: [],
      script: { fault: { code: 'THROWN', line: 3 }, lines: [`1 ${TELEMETRY}`] },
    })
    const text = await draftOf(
      'function decodeUplink({ text }) { return { telemetry: { silt: Number(text.split("=")[1]) } } }',
    )
    expect(
      await test.admin.call(tryProductModel, { model: text.model, topic: TELEMETRY, frame: 'D=1.5' }),
    ).toMatchObject({ values: [{ key: 'silt', value: 1.5 }] })
  })

  it('is compared with the version in force over the last hour of a device', async () => {
    const { id, model, device } = await deviceWith(BINARY)
    await device.publish(TELEMETRY, REPORT)
    await device.publish(TELEMETRY, REPORT)
    const next = { ...model, uplink: { ...model.uplink!, script: BINARY.replace('/ 100', '/ 50') } } as ProductModel
    const told = await test.admin.call(replayProductModel, { deviceId: id, model: next })
    expect(told).toMatchObject({ frames: 2, changed: 2, same: 4 })
    expect(told.differences[0]).toMatchObject({ key: 'silt', before: 1.25, after: 2.5 })
    const hex = toHex(Buffer.concat([Buffer.from(`${TELEMETRY}\0`), REPORT]))
    const seen = await test.admin.call(inspectFrame, { hex, protocol: 'TB_MQTT', deviceId: id })
    expect(seen.points.map(({ key, value }) => [key, value])).toContainEqual(['silt', 1.25])
    const wrong = toHex(Buffer.concat([Buffer.from(`${TELEMETRY}\0`), Buffer.of(0xff)]))
    expect(
      (await test.admin.call(inspectFrame, { hex: wrong, protocol: 'TB_MQTT', deviceId: id })).rules,
    ).toMatchObject([
      { rule: 'READ', outcome: 'STOPPED', because: 'script', facts: { words: 'line 3: Error: no report of ours' } },
    ])
    await device.end()
  })
})
