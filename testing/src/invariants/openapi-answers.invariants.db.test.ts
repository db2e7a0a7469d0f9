import {
  calledAs,
  commissioningResource,
  commissioningSheet,
  geoFeatureResource,
  issueOwnApiKey,
  getIsolation,
  cutFrames,
  inspectFrame,
  messagePage,
  storedFrame,
  networkIsolate,
  openIsolations,
  planIsolation,
  previewLimit,
  type Resource,
  unknownStationFrames,
  unknownStationResource,
  productResource,
  productVersionModel,
  deviceResource,
  productModel,
  productProvisioning,
  replayProductModel,
  saveProductDraft,
  tryProductModel,
} from '@sluice/contract'
import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import type { Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { DOCUMENT_PATH } from '@sluice/server/src/platform/openapi/openapi.routes.ts'
import { createRateLimit } from '@sluice/server/src/platform/http/rate-limit.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUDITED } from './audited-calls.ts'
import type { AuditedCall, AuditedWorld } from './audited-world.ts'
import { AUDITED_ROWS } from './audited-rows.ts'
import type { Fields } from '../platform/client.ts'
import { type ApiDocument, describedAnswers, type RealAnswer } from './described-answers.ts'
import { writtenAt } from './resource-bases.ts'
import { freeAddress, makeDevice } from '../field/devices.ts'
import { makeReadyProduct } from '../field/products.ts'
import { makeDept, makePerson, PASSWORD } from '../platform/people.ts'
import { startTestPlatform } from '../platform/platform.ts'
import { inputSchema, sampleOf } from './schema-sample.ts'
import { jobEnded } from '../platform/sheets.ts'
import { headersOf, sealFor } from '../browser/sign-in.ts'
import { reportOf } from '../field/station.ts'
import { ownRequest } from '../flow/audited-flow.ts'
import { modelOf } from '../flow/flow-models.ts'
import { until } from '../platform/wait.ts'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let world: AuditedWorld
let document: ApiDocument
let differences: ReturnType<typeof describedAnswers>
/** `METHOD path status` of every answer that was checked. */
const seen = new Set<string>()

beforeAll(async () => {
  const test = await startTestPlatform({ clock, env: { SLUICE_SELF_REGISTRATION: 'true' } })
  world = { test, clock, dept: await makeDept(test.admin, 'described') }
  document = (await (await fetch(new URL(DOCUMENT_PATH, test.url))).json()) as ApiDocument
  differences = describedAnswers(document)
})
afterAll(() => world?.test.stop())

const app = () => world.test.platform.api.http.app

/** The administrator's session of all calls; opening one is a write and the reading of all rights. */
let ownHeaders: Record<string, string> | undefined
const administrator = async () =>
  (ownHeaders ??= headersOf(await world.test.platform.identity.openAdministratorSession()))

/** Makes a call and compares the answer with the description. */
async function ask(
  method: 'GET' | 'POST',
  path: string,
  input: Fields,
  given?: Record<string, string>,
): Promise<{ found: string[]; answer: RealAnswer; data: unknown }> {
  const sent =
    method === 'GET'
      ? { query: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])) }
      : { payload: input }
  const send = async () => {
    const headers = { host: 'localhost', ...(given ?? (await administrator())) }
    return app().inject({ method, url: path, headers, ...sent })
  }
  let answer = await send()
  if (!given && answer.statusCode === 401) {
    // The call before ended it.
    ownHeaders = undefined
    answer = await send()
  }
  seen.add(`${method} ${path} ${answer.statusCode}`)
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  const data = isJson ? answer.json<{ data: unknown }>().data : undefined
  return { found: differences(method, path, answer), answer, data }
}

/**
 * Signing in and out, jobs that end before they can be cancelled, a command that no device answers, and the content of a
 * file, which is bytes (testing/src/document-screen/files.db.test.ts).
 */
const NOT_ASKED = [
  'GET /device/v1/commissioning/file',
  'GET /device/v1/device/file',
  'GET /device/v1/firmware/file',
  'GET /device/v1/repairRecord/file',
  'GET /device/v1/sensorCalibration/file',
  'POST /device/v1/historyImport/rows',
  'POST /netty/v1/command/send',
  'POST /netty/v1/operatorKey/commands',
  'POST /security/v1/jobRun/cancel',
  'POST /security/v1/jobRun/del',
  'POST /security/v1/sysUser/loginCode',
  'POST /security/v1/sysUser/loginWithEncrypt',
  'POST /security/v1/sysUser/logout',
  'POST /valve/v1/command/send',
]

/**
 * Creates an unknown station, a system log entry, a canal, an own API key, a started second factor and a preference.
 */
async function seed(): Promise<void> {
  const { test } = world
  const stranger = await test.station({ station: freeAddress() })
  stranger.send(reportOf(stranger.link, 1, { 39: 1 }, { at: clock.now().getTime() }))
  await until('the stranger', async () => (await test.admin.page(unknownStationResource, {})).total > 0)
  await test.db.query("insert into system_log (ts, level, message) values (now(), 'WARN', 'x')")
  const geometry = {
    type: 'LineString',
    coordinates: [
      [116, 39],
      [116.01, 39],
    ],
  }
  await test.admin.insert(geoFeatureResource, { kind: 'CANAL', name: 'edge', deptId: world.dept, geometry })
  const expireTime = new Date(clock.now().getTime() + 86_400_000).toISOString()
  await test.admin.call(issueOwnApiKey, { name: 'own', scopes: ['user:list'], expireTime })
  const { keyId, sealed } = await sealFor(app(), { password: PASSWORD })
  const person = await makePerson(test.admin, test.db, { deptId: world.dept })
  for (const [path, input] of [
    ['/security/v1/sysUser/totpBegin', { keyId, sealed }],
    [cutFrames.path, { streams: ['7E7E'] }],
    [inspectFrame.path, { hex: '7E7E' }],
    [previewLimit.path, { scope: 'TYPE', deviceTypeCode: 'VALVE', rule: { key: 'flow', op: 'GT', value: 1 } }],
    ['/security/v1/preference/save', { key: 'list.device', value: { columns: [] } }],
  ] as const)
    expect((await ask('POST', path, input, headersOf(person.visitor))).found).toEqual([])
  await test.db.query(
    `insert into temp_excursion (device_id, start_time, last_time, max, min, mkt, kinetic_sum, readings)
     select id, to_timestamp(0), to_timestamp(60), 5, 5, 5, 1, 1 from device order by id limit 1 /* unscoped:test */`,
  )
  await tryProducts()
  await makeLamp()
  await askOfFaults()
  await askOfFlows()
}

/** What is asked of flows by whoever draws, starts or reads one; the administrator has a request and a task of their own. */
async function askOfFlows(): Promise<void> {
  const { test } = world
  const { definitionId, userId: starterId, copy } = await ownRequest(test)
  const values = { reason: 'x', amount: 1 }
  for (const [method, path, input] of [
    ['POST', '/flow/v1/definition/try', { id: definitionId, model: modelOf([]), starterId, values, chosen: {} }],
    ['GET', '/flow/v1/instance/form', { definitionId }],
    ['POST', '/flow/v1/instance/preview', { definitionId, values, chosen: {} }],
    ['POST', '/flow/v1/task/read', copy],
  ] as const)
    expect((await ask(method, path, input)).found).toEqual([])
}

/** What is asked about faults, and a message that the administrator opens. */
async function askOfFaults(): Promise<void> {
  const { test, dept } = world
  const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
  const endTime = clock.now().toISOString()
  const span = { startTime: new Date(clock.now().getTime() - 86_400_000).toISOString(), endTime }
  const { rows } = await test.db.query<{ id: string }>(
    `with person as (insert into notice_user (dept_id, name, user_id, channels)
       select $1, 'x', min(id), '{INAPP}' from sys_user returning id, dept_id)
     insert into push_message (dept_id, notice_user_id, channel, level, status, title, content, opened_at, window_end, due_time, sent_time)
     select dept_id, id, 'INAPP', 3, 'SENT', 'x', 'x', now(), now(), now(), now() from person returning id /* unscoped:test */`,
    [dept],
  )
  for (const [method, path, input] of [
    ['GET', '/device/v1/fault/figures', span],
    ['GET', '/device/v1/fault/reliability', span],
    ['GET', '/device/v1/repairRecord/costs', span],
    ['GET', '/device/v1/push/explain', { deviceId, code: 'V01' }],
    ['POST', '/device/v1/push/read', { ids: [String(rows[0]!.id)] }],
    ['POST', '/device/v1/push/readAll', { until: endTime }],
  ] as const)
    expect((await ask(method, path, input)).found).toEqual([])
}

/** A lamp for the list of lamps: there is no built-in product of them. */
async function makeLamp(): Promise<void> {
  const productNo = await makeReadyProduct(world.test.admin, 'LIB-MQTT-LAMP')
  await makeDevice(world.test.admin, { productNo, stationAddress: null })
}

/** A draft of a product, and what it would make of frames. */
async function tryProducts(): Promise<void> {
  const { test } = world
  const { id: deviceId } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
  const { productId } = await test.admin.get(deviceResource, deviceId)
  const id = String(productId)
  const { version, inForce: model } = await test.admin.call(productModel, { id })
  for (const [path, input] of [
    [saveProductDraft.path, { id, version, model }],
    [tryProductModel.path, { model, frame: '7E7E' }],
    [replayProductModel.path, { model, deviceId }],
  ] as const)
    expect((await ask('POST', path, input)).found).toEqual([])
}

const isOne = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Writes and reads a row at one address of its resource; returns what the answers differ in. */
async function differencesOf(name: string, base: string, prepare: (typeof AUDITED_ROWS)[string]): Promise<string[]> {
  const { id: known, values, change, ready, spare, moves = [], branch = [] } = await prepare(world)
  const { resource } = world.test.platform.api.mounted.find(({ resource: of }) => of?.resource.name === name)!.resource!
  const found: string[] = []
  const act = async (method: 'GET' | 'POST', verb: string, input: Fields) => {
    const done = await ask(method, `${base}/${calledAs(resource, verb)}`, input)
    found.push(...done.found)
    expect([verb, done.answer.statusCode]).toEqual([verb, 200])
    return done.data as Fields
  }
  const { id } = known === undefined ? ((await act('POST', 'insert', values)) as { id: string }) : { id: known }
  const row = await act('GET', 'get', { id })
  const changes = change && resource.actions.includes('update') ? 1 : 0
  if (changes) await act('POST', 'update', { id, version: row['version'], ...change })
  const first = ready ? await ready(id) : Number(row['version']) + changes
  for (const [step, move] of moves.entries()) await act('POST', move, { id, version: first + step })
  const other = branch.length > 0 ? ((await act('POST', 'insert', values)) as { id: string }).id : id
  for (const [step, move] of branch.entries()) await act('POST', move, { id: other, version: step })
  await act('GET', 'page', { limit: 100 })
  if (!resource.actions.includes('del')) return found
  const ended = spare ? ((await act('POST', 'insert', spare)) as { id: string }).id : id
  await act('POST', 'del', { id: ended })
  await act('POST', 'restore', { ids: [ended] })
  return found
}

describe('answers of the API match its description:', () => {
  it.each(Object.entries(AUDITED))('%s', async (path, prepare) => {
    const call: AuditedCall = await prepare(world)
    const asked = ask('POST', path, call.input, call.by && headersOf(call.by.visitor))
    if (call.unanswered) return void asked.catch(() => undefined)
    const { found, answer } = await asked
    expect(found).toEqual([])
    expect(answer.statusCode).toBe(200)
  })

  it.each(Object.entries(AUDITED_ROWS))('rows of %s, each verb', async (name, prepare) => {
    for (const base of writtenAt(world.test.platform.api.mounted, name))
      expect(await differencesOf(name, base, prepare)).toEqual([])
  })

  it('every read call, with the rows that these tests created', async () => {
    await seed()
    const device = (await world.test.admin.page(deviceOf(), { limit: 100, sort: 'lastSeenTime', order: 'desc' }))
      .list[0]!
    const found: string[] = []
    for (const call of world.test.platform.api.mounted) {
      if (call.method !== 'GET') continue
      const input = await inputOf(call, device.id)
      found.push(...(await ask('GET', call.path, input)).found)
    }
    expect([...new Set(found)]).toEqual([])
  })

  it('sheets: exports, their files, and templates of both kinds', async () => {
    const found: string[] = []
    for (const { method, path, resource: of } of world.test.platform.api.mounted) {
      if (method !== 'POST' || !of) continue
      if (of.verb === 'import') {
        const file = Buffer.from('nobody knows this column').toString('base64')
        found.push(...(await ask('POST', path, { file, name: 'x' })).found)
      }
      if (of.verb === 'template')
        for (const format of ['csv', 'xlsx']) found.push(...(await ask('POST', path, { format })).found)
      if (of.verb !== 'export') continue
      const session = headersOf(await world.test.platform.identity.openAdministratorSession())
      const begun = await ask('POST', path, { format: 'csv', columns: [of.resource.list.columns[0]!] }, session)
      found.push(...begun.found)
      const { jobId } = begun.data as { jobId: string }
      await jobEnded(world.test.admin, jobId)
      found.push(...(await ask('GET', '/security/v1/jobRun/file', { id: jobId }, session)).found)
    }
    expect(found).toEqual([])
  })

  it('refusals: no session, foreign origin, invalid input, not found, too large, and rate limit', async () => {
    const found: string[] = []
    const { api } = world.test.platform
    for (const { method, path } of api.mounted) {
      found.push(...(await ask(method, path, {}, {})).found)
      found.push(...(await ask(method, path, { nobodyKnows: 1 })).found)
      if (method === 'POST') found.push(...(await ask(method, path, {}, { origin: 'https://evil.example' })).found)
    }
    const headers = { host: 'localhost', 'content-type': 'application/json' }
    const broken = await app().inject({ method: 'POST', url: '/device/v1/device/insert', headers, payload: '{"name":' })
    found.push(...differences('POST', '/device/v1/device/insert', broken))
    expect([broken.statusCode, broken.headers['ratelimit']]).toEqual([400, undefined])
    const large = { file: 'A'.repeat(9_000_000), name: 'x' }
    found.push(...(await ask('POST', '/device/v1/device/import', large)).found)
    found.push(...(await ask('GET', '/device/v1/device/get', { id: '999999999' })).found)
    const role = { code: 'ROLE_TWICE', name: 'x', dataScope: 'DEPT', status: 'NORMAL', resourceIds: [] }
    for (let at = 0; at < 2; at++) found.push(...(await ask('POST', '/security/v1/role/insert', role)).found)
    const { session } = api.limits
    const limits = api.limits as { session: typeof session }
    limits.session = createRateLimit({ name: 'session', burst: 0, perSecond: 1, clock })
    found.push(...(await ask('GET', '/device/v1/device/page', {})).found)
    limits.session = session
    expect([...new Set(found)]).toEqual([])
    const statuses = new Set([...seen].map((one) => one.split(' ').at(-1)))
    expect(statuses).toEqual(new Set(['200', '400', '401', '403', '404', '409', '413', '429']))
  })

  it('every call succeeded at least once, except those that end sessions or wait for a device', () => {
    const calls = world.test.platform.api.mounted.map(({ method, path }) => `${method} ${path}`)
    expect(calls.filter((call) => !seen.has(`${call} 200`)).toSorted()).toEqual(NOT_ASKED)
  })
})

const deviceOf = (): Resource => world.test.platform.api.resources.get('device')!

const firstOf = async (resource: Resource, query: Fields = {}) =>
  (await world.test.admin.page(resource, { limit: 1, ...query })).list[0]

/** Valid input for a read call: the ids of existing rows. */
async function inputOf(call: Mounted, deviceId: string): Promise<Fields> {
  const schema = inputSchema(call)
  const plain = sampleOf(schema) as Fields
  // Optional members narrow a list, perhaps to nothing.
  const names = schema.required ?? []
  const more: Fields = {}
  if (names.includes('deviceId')) more['deviceId'] = deviceId
  if (names.includes('deviceIds')) more['deviceIds'] = deviceId
  // The past is asked for as far as it reaches.
  for (const name of ['time', 'startTime', 'endTime']) if (names.includes(name)) more[name] = clock.now().toISOString()
  const isOnEdge = call.path === networkIsolate.path || call.path === planIsolation.path
  if (isOnEdge) more['edgeId'] = (await firstOf(geoFeatureResource, { keyword: 'edge' }))?.id
  if (call.path === productVersionModel.path)
    Object.assign(more, { id: (await firstOf(productResource, { status: 'PUBLISHED' }))?.id, versionNo: 1 })
  if (call.path === productProvisioning.path)
    more['id'] = (await firstOf(productResource, { keyword: 'MQTT-VALVE' }))?.id
  if (call.path === getIsolation.path) more['id'] = (await world.test.admin.call(openIsolations))[0]?.id
  if (call.path === unknownStationFrames.path) more['id'] = (await firstOf(unknownStationResource))?.id
  if (call.path === commissioningSheet.path) more['deviceId'] = (await firstOf(commissioningResource))?.deviceId
  if (call.path === storedFrame.path) {
    const { list } = await world.test.admin.call(messagePage, { deviceId, page: 1, limit: 1 })
    more['messageId'] = list[0]?.id
  }
  if (call.resource?.verb === 'get' || call.resource?.verb === 'timeline') {
    const row = await firstOf(call.resource.resource)
    if (row) more['id'] = row.id
  }
  return isOne(plain) ? { ...plain, ...more } : more
}
