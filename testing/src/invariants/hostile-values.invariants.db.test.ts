import {
  mapEvents,
  deviceResource,
  exportHistory,
  explainPush,
  exportMessages,
  faultFigures,
  geoImport,
  networkAttach,
  networkIsolate,
  planIsolation,
  reliability,
  repairCosts,
  type Resource,
  resourcePath,
  sortsOf,
  valveSlaveResource,
} from '@sluice/contract'
import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import type { Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice } from '../field/devices.ts'
import { everyKey, HOSTILE_KEYS, KEPT_VALUES, plantOld, SENT_VALUES } from './hostile-values.ts'
import { connectMqtt, makeMqttDevice } from '../field/mqtt-device.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { inputSchema, sampleOf } from './schema-sample.ts'
import { exportOf, jobEnded } from '../platform/sheets.ts'
import { headersOf } from '../browser/sign-in.ts'

const MINUTE = 60_000
const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const now = () => clock.now().getTime()
let test: TestPlatform
/** Each device is filled with one value, which was received or is inserted as an earlier version stored it. */
const devices: { id: string; what: string }[] = []
let edgeId: string

async function sent(value: unknown): Promise<void> {
  const device = await makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE' })
  const line = await connectMqtt(device)
  for (const minutes of [130, 70, 5]) {
    const ts = now() - minutes * MINUTE
    await line.publish('v1/devices/me/telemetry', { ts, values: everyKey(value) })
  }
  await line.end()
  devices.push({ id: device.id, what: `sent ${JSON.stringify(value)}`.slice(0, 40) })
}

beforeAll(async () => {
  test = await startTestPlatform({ clock, byHand: 'telemetry.rollup' })
  const coordinates = [
    [116, 39],
    [116.02, 39],
  ]
  const feature = {
    type: 'Feature' as const,
    geometry: { type: 'LineString' as const, coordinates },
    properties: { kind: 'CANAL', name: 'hostile' },
  }
  const { report } = await test.admin.call(geoImport, { deptId: '1', features: [feature] })
  edgeId = report[0]!.ids[0]!
  for (const value of SENT_VALUES) await sent(value)
  for (const value of KEPT_VALUES) {
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null })
    await plantOld(test.db, id, value, now())
    devices.push({ id, what: `kept ${JSON.stringify(value)}` })
  }
  for (const { id } of devices) await test.admin.call(networkAttach, { deviceId: id, edgeId })
  await test.platform.telemetry.rollUp()
})
afterAll(() => test?.stop())

async function ask(path: string, input: Record<string, unknown> = {}): Promise<{ status: number; code: unknown }> {
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const { app } = test.platform.api.http
  const headers = { host: 'localhost', ...headersOf(test.admin.visitor) }
  const answer = await app.inject({ method: 'GET', url: path, headers, query })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, code: isJson ? answer.json<{ code: unknown }>().code : 0 }
}

const range = () => ({ startTime: new Date(now() - 40 * 86_400_000).toISOString(), endTime: clock.now().toISOString() })
const keyLists = () =>
  [HOSTILE_KEYS.slice(0, 25), HOSTILE_KEYS.slice(25)].map((keys) => keys.filter((key) => !(key in {})).join())

/** Calls about the edge that every device is attached to. */
const ON_EDGE: ReadonlySet<string> = new Set([networkIsolate.path, planIsolation.path])

/** Figures of a time that is not too long. */
const OF_A_TIME: ReadonlySet<string> = new Set([faultFigures.path, reliability.path, repairCosts.path])

/** The inputs of a read call for one device. */
function inputsOf(call: Mounted, deviceId: string): Record<string, unknown>[] {
  const schema = inputSchema(call)
  const plain = sampleOf(schema) as Record<string, unknown>
  const names = Object.keys(schema.properties ?? {})
  if (names.includes('keys')) {
    return keyLists().flatMap((keys) =>
      ['RAW', 'HOUR', 'DAY', 'AUTO'].map((bucket) => ({ ...plain, deviceId, keys, bucket, ...range() })),
    )
  }
  if (OF_A_TIME.has(call.path)) return [{ ...plain, ...range() }]
  if (call.path === explainPush.path) return [{ deviceId, code: 'V01' }]
  if (names.includes('time'))
    return [{ ...plain, ...(names.includes('deviceId') ? { deviceId } : {}), time: clock.now().toISOString() }]
  if (call.path === mapEvents.path)
    return [{ startTime: clock.now().toISOString(), endTime: clock.now().toISOString() }]
  if (names.includes('deviceIds')) return [{ ...plain, deviceIds: devices.map(({ id }) => id).join() }]
  if (names.includes('deviceId')) return [{ ...plain, deviceId }]
  if (ON_EDGE.has(call.path)) return [{ edgeId }]
  return [plain]
}

describe('every read call, with devices full of values of every wrong kind', () => {
  it('answers, and the answer matches its description', async () => {
    const found: string[] = []
    let asked = 0
    for (const call of test.platform.api.mounted) {
      if (call.method !== 'GET' || call.resource) continue
      const takesDevice = 'deviceId' in (inputSchema(call).properties ?? {})
      for (const { id, what } of takesDevice ? devices : devices.slice(0, 1)) {
        for (const input of inputsOf(call, id)) {
          const { status, code } = await ask(call.path, input)
          asked += 1
          // The sample's id does not match a row here, or the call is for callers who are not signed in.
          const namesOther = 'messageId' in input || 'id' in (inputSchema(call).properties ?? {})
          const isElsewhere = (!takesDevice || namesOther) && !ON_EDGE.has(call.path) && status < 500 && status !== 200
          const namesRow = Object.keys(input).some((name) => /(^id|Id)$/.test(name)) || call.access === 'public'
          if (status === 200 && code === 0) continue
          if (isElsewhere && namesRow) continue
          found.push(`${call.path} ${what} ${String(input['bucket'] ?? '')}: ${status} ${String(code)}`)
        }
      }
    }
    expect(found).toEqual([])
    expect(asked).toBeGreaterThan(300)
  })

  it('and so do the pages of every resource, with each sort and bound, and each row of a device', async () => {
    const found: string[] = []
    const expectAnswer = async (resource: Resource, verb: 'page' | 'get', input: Record<string, unknown>) => {
      const { status, code } = await ask(resourcePath(resource, verb), input)
      if (status !== 200 || code !== 0)
        found.push(`${resource.name} ${JSON.stringify(input)}: ${status} ${String(code)}`)
    }
    const ofDevice = (resource: Resource) =>
      resource.pagePath?.includes('/messages') ? { deviceId: devices[0]!.id } : {}
    for (const resource of test.platform.api.resources.values()) {
      await expectAnswer(resource, 'page', { limit: 100, ...ofDevice(resource) })
      for (const sort of sortsOf(resource))
        for (const order of ['asc', 'desc'])
          await expectAnswer(resource, 'page', { limit: 100, ...ofDevice(resource), sort, order })
      for (const name of resource.list.ranges ?? [])
        if (resource.fields[name]!.kind !== 'time')
          await expectAnswer(resource, 'page', { limit: 100, [`${name}From`]: 0, [`${name}To`]: 50 })
    }
    for (const resource of [deviceResource, valveSlaveResource])
      for (const { id } of devices) await expectAnswer(resource, 'get', { id })
    expect(found).toEqual([])
  })

  it('and every export ends with its file', async () => {
    const found: string[] = []
    const noted = async (what: string, work: Promise<unknown>) =>
      work.catch((error: unknown) => found.push(`${what}: ${String(error)}`))
    for (const resource of test.platform.api.resources.values()) {
      if (!resource.actions.includes('export') || resource.pagePath?.includes('/messages')) continue
      const columns = Object.keys(resource.fields).filter(
        (name) => !['password', 'files', 'lines'].includes(resource.fields[name]!.kind),
      )
      await noted(resource.name, exportOf(test.admin, resource, { columns }))
    }
    const [keys = ''] = keyLists()
    for (const { id: deviceId, what } of devices) {
      for (const bucket of ['RAW', 'HOUR', 'DAY'] as const) {
        const { jobId } = await test.admin.call(exportHistory, { deviceId, keys, bucket, ...range(), format: 'csv' })
        const { status, error } = await jobEnded(test.admin, jobId)
        if (status !== 'DONE') found.push(`history of ${what} by ${bucket}: ${status} ${error}`)
      }
    }
    const messages = { deviceId: devices[0]!.id, format: 'csv', columns: ['ts', 'result'] } as const
    const { jobId } = await test.admin.call(exportMessages, messages as never)
    expect((await jobEnded(test.admin, jobId)).status).toBe('DONE')
    expect(found).toEqual([])
  })
})
