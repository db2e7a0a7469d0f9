import {
  type Command,
  createProduct,
  getCommand,
  history,
  latest,
  type ModelCommand,
  type ProductModel,
  productModel,
  publishProduct,
  rollBackProduct,
  saveProductDraft,
  sendCommand,
} from '@sluice/contract'
import { connectMqtt, fakeClock, makeMqttDevice, startTestPlatform, type TestPlatform, until } from '@sluice/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const UNPROVEN_MS = 10 * 60_000
let test: TestPlatform
let products = 0
let keys = 0

beforeAll(async () => {
  test = await startTestPlatform({ clock })
})
afterAll(() => test?.stop())

/** What a version says: the key and the range of its metric, and of its command the limit and the request. */
interface Version {
  key: 'silt' | 'mud'
  /** Keys it had in the version before, whose history it goes on with. */
  was: readonly string[]
  most: number
  limit: number
  method: 'setLevel' | 'setDepth'
}

type Step =
  | { does: 'publish'; next: Omit<Version, 'was'> }
  | { does: 'rollBack'; to: number }
  | { does: 'report'; value: number }
  | { does: 'command'; level: number }

const level = fc.integer({ min: 0, max: 10 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('publish' as const),
    next: fc.record({
      key: fc.constantFrom('silt' as const, 'mud' as const),
      most: fc.integer({ min: 1, max: 9 }),
      limit: fc.integer({ min: 1, max: 9 }),
      method: fc.constantFrom('setLevel' as const, 'setDepth' as const),
    }),
  }),
  fc.record({ does: fc.constant('rollBack' as const), to: fc.nat({ max: 20 }) }),
  fc.record({ does: fc.constant('report' as const), value: level }),
  fc.record({ does: fc.constant('command' as const), level }),
)

/** The command of a version, which its metric proves. */
const commandOf = ({ key, limit }: Version): ModelCommand => ({
  code: 'SET_LEVEL',
  name: ['设定', 'Set'],
  params: { level: { kind: 'integer', label: ['值', 'Level'], required: true, min: 0, max: limit } },
  danger: 'NONE',
  absolute: true,
  target: { metric: key, param: 'level' },
  repeatsOthers: false,
})

/** The model of a version: devices always call the value `depth`. */
const modelOf = (before: ProductModel, version: Version): ProductModel => {
  const { key, was, most, method } = version
  const words = { kind: 'number', unit: 'm', decimals: 1, name: ['淤积', 'Silt'] } as const
  const map = {
    fullScale: 100,
    commands: { OPEN: null, CLOSE: null, STOP: null, SET_OPENING: null, READ: null },
  } as const
  return {
    ...before,
    points: [key],
    metrics: [{ ...words, key, hardMin: 0, hardMax: most, ...(was.length > 0 ? { was } : {}) }] as never,
    uplink: { protocol: 'TB_MQTT', keys: [{ from: 'depth', key }] },
    commands: [commandOf(version)],
    downlinks: {
      protocol: 'TB_MQTT',
      map,
      requests: [{ code: 'SET_LEVEL', method, params: `{"${method}":{{level}}}` }],
    },
  }
}

/** A product with its versions, and a device of it. */
async function plant() {
  const productNo = `SEQUENCE-${++products}`
  const from = { deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT', protocol: 'TB_MQTT' } as const
  const { id } = await test.admin.call(createProduct, { productNo, name: '序列', englishName: 'Sequence', from })
  const versions: Version[] = []
  const publish = async (next: Omit<Version, 'was'>) => {
    const inForce = versions.at(-1)
    const was = !inForce ? [] : inForce.key === next.key ? inForce.was : [inForce.key]
    const { version, draft, inForce: model } = await test.admin.call(productModel, { id })
    const saved = await test.admin.call(saveProductDraft, {
      id,
      version,
      model: modelOf((draft?.model ?? model)!, { ...next, was }),
    })
    await test.admin.call(publishProduct, { id, version: saved.version, note: 'x' })
    versions.push({ ...next, was })
  }
  const rollBack = async (to: number) => {
    const { version } = await test.admin.call(productModel, { id })
    const versionNo = (to % versions.length) + 1
    await test.admin.call(rollBackProduct, { id, version, versionNo, note: 'x' })
    versions.push(versions[versionNo - 1]!)
  }
  await publish({ key: 'silt', most: 5, limit: 5, method: 'setLevel' })
  const made = await makeMqttDevice(test.admin, { productNo })
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  return { id, deviceId: made.id, device, versions, publish, rollBack }
}

type Plant = Awaited<ReturnType<typeof plant>>

/** A value that was reported, as the version in force then judged it. */
interface Reported {
  key: string
  v: number
  q: 'BAD' | null
}

async function report({ device, versions }: Plant, v: number): Promise<Reported> {
  clock.advance(60_000)
  await device.publish('v1/devices/me/telemetry', { depth: v })
  const { key, most } = versions.at(-1)!
  return { key, v, q: v > most ? 'BAD' : null }
}

/** Sends a command, which the version in force limits, words and proves. Answers what the device then reported. */
async function command(site: Plant, asked: number): Promise<Reported | undefined> {
  const { device, deviceId, versions } = site
  const { limit, method, most } = versions.at(-1)!
  const before = device.received.length
  const order = { deviceId, code: 'SET_LEVEL', params: { level: asked }, idempotencyKey: `sequence-${++keys}` }
  const call = test.admin.answer('POST', sendCommand.path, order)
  if (asked > limit) {
    expect((await call).data).toMatchObject({ fields: { 'params.level': 'too-big' } })
    expect(device.received).toHaveLength(before)
    return undefined
  }
  const { topic, json } = await until('the request', () => device.received[before])
  expect(json).toEqual({ method, params: { [method]: asked } })
  await device.publish(topic.replace('request', 'response'), {})
  const { commandId } = (await call).data as { commandId: string }
  const reported = await report(site, asked)
  // What is beyond its range proves nothing.
  const status: Command['status'] = asked > most ? 'ACKNOWLEDGED' : 'EXECUTED'
  await until(status, async () => (await test.admin.call(getCommand, { id: commandId })).status === status)
  // One that nothing proves keeps its turn until its time is over: the next one would wait for it.
  if (status === 'ACKNOWLEDGED') clock.advance(UNPROVEN_MS)
  return reported
}

async function play(steps: readonly Step[]): Promise<{ site: Plant; reported: Reported[] }> {
  const site = await plant()
  const reported: Reported[] = []
  for (const one of steps) {
    if (one.does === 'publish') await site.publish(one.next)
    else if (one.does === 'rollBack') await site.rollBack(one.to)
    else {
      const told = one.does === 'report' ? await report(site, one.value) : await command(site, one.level)
      if (told) reported.push(told)
    }
  }
  await site.device.end()
  return { site, reported }
}

it('whatever is published, renamed and rolled back while reports and commands come, each is judged, worded and proven by the version in force when it came, and stays readable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), async (steps) => {
      const { site, reported } = await play(steps)
      const { id, deviceId, versions } = site
      const { rows } = await test.db.query<Reported & Record<string, unknown>>(
        `select k as key, (readings->>k)::int as v, quality->>k as q
         from telemetry, jsonb_object_keys(readings) k where device_id = $1 order by ts /* unscoped:test */`,
        [deviceId],
      )
      expect(rows).toEqual(reported)
      expect((await test.admin.call(productModel, { id })).versions).toHaveLength(versions.length)

      const { key, was } = versions.at(-1)!
      const { values } = await test.admin.call(latest, { deviceId })
      const [last] = reported.filter((one) => one.key === key).slice(-1)
      expect(values[key] && { v: values[key].v, q: values[key].q }).toEqual(last && { v: last.v, q: last.q ?? 'GOOD' })

      const now = clock.now().getTime()
      const range = {
        startTime: new Date(now - 12 * 3_600_000).toISOString(),
        endTime: new Date(now + 1).toISOString(),
      }
      const { series } = await test.admin.call(history, { deviceId, keys: 'silt,mud', bucket: 'RAW', ...range })
      const shown = (of: string) => (series[of] ?? []).map((point) => [point.v, point.q ?? null])
      const under = (...of: string[]) => reported.filter((one) => of.includes(one.key)).map(({ v, q }) => [v, q])
      // The metric in force has the history of the keys it had, and what is stored under the other key is found there.
      expect(shown(key)).toEqual(under(key, ...was))
      const other = key === 'silt' ? 'mud' : 'silt'
      expect(shown(other)).toEqual(under(other))
    }),
    { numRuns: 12 },
  )
})
