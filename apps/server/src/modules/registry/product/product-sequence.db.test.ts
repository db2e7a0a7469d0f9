import {
  createProduct,
  latest,
  productModel,
  publishProduct,
  rollBackProduct,
  saveProductDraft,
} from '@sluice/contract'
import { connectMqtt, fakeClock, makeMqttDevice, startTestPlatform, type TestPlatform } from '@sluice/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let test: TestPlatform
let products = 0

beforeAll(async () => {
  test = await startTestPlatform({ clock })
})
afterAll(() => test?.stop())

type Step = { does: 'publish'; most: number } | { does: 'rollBack'; to: number } | { does: 'report'; value: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('publish' as const), most: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ does: fc.constant('rollBack' as const), to: fc.nat({ max: 20 }) }),
  fc.record({ does: fc.constant('report' as const), value: fc.integer({ min: 0, max: 10 }) }),
)

/** The metric `silt`, valid up to `most`. */
const metricUpTo = (most: number) =>
  ({
    key: 'silt',
    kind: 'number',
    unit: 'm',
    decimals: 1,
    hardMin: 0,
    hardMax: most,
    name: ['淤积', 'Silt'],
  }) as const

/** A device of a product whose range changes, and which range each version has. */
async function plant() {
  const productNo = `SEQUENCE-${++products}`
  const from = { deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT', protocol: 'TB_MQTT' } as const
  const { id } = await test.admin.call(createProduct, { productNo, name: '序列', englishName: 'Sequence', from })
  const ranges: number[] = []
  const publish = async (most: number) => {
    const { version, draft, inForce } = await test.admin.call(productModel, { id })
    const model = { ...(draft?.model ?? inForce)!, metrics: [metricUpTo(most)], points: ['silt'] }
    const saved = await test.admin.call(saveProductDraft, { id, version, model })
    await test.admin.call(publishProduct, { id, version: saved.version, note: 'x' })
    ranges.push(most)
  }
  const rollBack = async (to: number) => {
    const { version } = await test.admin.call(productModel, { id })
    const versionNo = (to % ranges.length) + 1
    await test.admin.call(rollBackProduct, { id, version, versionNo, note: 'x' })
    ranges.push(ranges[versionNo - 1]!)
  }
  await publish(5)
  const made = await makeMqttDevice(test.admin, { productNo })
  const device = await connectMqtt(made)
  return { id, deviceId: made.id, device, ranges, publish, rollBack }
}

it('whatever is published and rolled back while reports come, each value is judged by the version in force when it came, and stays readable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { id, deviceId, device, ranges, publish, rollBack } = await plant()
      const expected: { v: number; q: string | null }[] = []
      for (const one of steps) {
        if (one.does === 'publish') await publish(one.most)
        else if (one.does === 'rollBack') await rollBack(one.to)
        else {
          clock.advance(60_000)
          await device.publish('v1/devices/me/telemetry', { silt: one.value })
          expected.push({ v: one.value, q: one.value > ranges.at(-1)! ? 'BAD' : null })
        }
      }
      await device.end()
      const { rows } = await test.db.query<{ v: number; q: string | null }>(
        `select (readings->'silt')::int as v, quality->>'silt' as q from telemetry
         where device_id = $1 order by ts /* unscoped:test */`,
        [deviceId],
      )
      expect(rows).toEqual(expected)
      const { versions } = await test.admin.call(productModel, { id })
      expect(versions).toHaveLength(ranges.length)
      const { values } = await test.admin.call(latest, { deviceId })
      const last = expected.at(-1)
      expect(values['silt'] && { v: values['silt'].v, q: values['silt'].q }).toEqual(
        last && { v: last.v, q: last.q ?? 'GOOD' },
      )
    }),
    { numRuns: 12 },
  )
})
