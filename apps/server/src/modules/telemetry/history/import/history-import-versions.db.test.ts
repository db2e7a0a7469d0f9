import {
  beginHistoryImport,
  createProduct,
  productModel,
  publishProduct,
  saveProductDraft,
  sendHistoryRows,
} from '@sluice/contract'
import { makeMqttDevice, startTestPlatform, type TestPlatform, until } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const DAY = 86_400_000
let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

/** Imported times are whole seconds. */
const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000

/** Publishes the range up to `most`, and answers a whole second in which it was in force. */
async function inForce(id: string, most: number): Promise<number> {
  const silt = { key: 'silt', kind: 'number', unit: 'm', decimals: 1, name: ['淤积', 'Silt'], hardMin: 0 } as const
  const { version, draft, inForce: present } = await test.admin.call(productModel, { id })
  const model = { ...(draft?.model ?? present)!, metrics: [{ ...silt, hardMax: most }], points: ['silt'] }
  const saved = await test.admin.call(saveProductDraft, { id, version, model })
  await test.admin.call(publishProduct, { id, version: saved.version, note: 'x' })
  const second = wholeSecond(Date.now()) + 1000
  await until('a second of this version', () => Date.now() > second + 100)
  return second
}

it('what is imported is judged by the version of its product that was in force at its time, before the first by the present one', async () => {
  const productNo = 'CHANGED'
  const from = { deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT', protocol: 'TB_MQTT' } as const
  const { id } = await test.admin.call(createProduct, { productNo, name: '变', englishName: 'Changed', from })
  const first = await inForce(id, 5)
  const wider = await inForce(id, 20)
  const present = await inForce(id, 9)
  const { id: deviceId } = await makeMqttDevice(test.admin, { productNo })
  const past = wholeSecond(Date.now()) - 100 * DAY
  const span = { fromTime: new Date(past - DAY).toISOString(), toTime: new Date(present).toISOString() }
  const run = await test.admin.call(beginHistoryImport, { name: 'of then', program: 'test', expected: 6, ...span })
  const reports = new Map([
    [past, 12],
    [past + 1000, 8],
    [first, 12],
    [wider, 12],
    [present, 12],
  ])
  const columns = { silt: [...reports.values()] }
  const times = [...reports.keys()].map((ms) => ms / 1000)
  await test.admin.call(sendHistoryRows, {
    id: run.id,
    after: run.cursor,
    cursor: 'a',
    devices: [{ deviceId, times, columns }],
  })
  const { rows } = await test.db.query<{ ts: string; quality: Record<string, string> | null }>(
    'select ts, quality from telemetry where device_id = $1 /* unscoped:test */',
    [deviceId],
  )
  const qualityAt = new Map(rows.map(({ ts, quality }) => [Date.parse(ts), quality?.['silt'] ?? 'GOOD']))
  expect([...reports.keys()].map((at) => qualityAt.get(at))).toEqual(['BAD', 'GOOD', 'BAD', 'GOOD', 'BAD'])
})
