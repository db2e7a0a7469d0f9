import {
  beginHistoryImport,
  beginIsolation,
  connectionPage,
  departmentResource,
  deviceFaults,
  areaResource,
  beginCommissioning,
  deviceGroupResource,
  commandTemplateResource,
  deviceTagResource,
  deviceResource,
  firmwareDeviceResource,
  geoFeatureResource,
  getInfo,
  history,
  issueOperatorKey,
  issueOwnApiKey,
  latest,
  loginLogResource,
  messagePage,
  onlineSessionPage,
  operationLogResource,
  connectLogResource,
  FLAPPING_CONNECTIONS,
  refusalResource,
  resourcePath,
  roleResource,
  sendCommand,
  sensorCalibrationResource,
  sensorResource,
  siteResource,
  tempSceneResource,
  lampPoleResource,
  wellResource,
  networkAttach,
  planIsolation,
} from '@sluice/contract'
import { sl651Alarm, sl651StatusHex } from '@sluice/codecs'
import { DEVICE_TYPES, metricOf } from '@sluice/devices'
import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import { sweepFiles } from '@sluice/server/src/platform/file/file-sweep.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRollout } from '../field/firmware.ts'
import { makeDevice, makeTempProbe, shipDevice } from '../field/devices.ts'
import { makeReadyProduct } from '../field/products.ts'
import { exportOf, fileOf } from '../platform/sheets.ts'
import { createClient } from '../platform/client.ts'
import { faultMarks } from './foreign-faults.ts'
import { checkForeignIds, markIds, unmarkIds } from './foreign-id-invariant.ts'
import { ownRequest } from '../flow/audited-flow.ts'
import { type Foreign, foreignCalls } from './foreign-calls.ts'
import { makeDept, makePerson } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { checkRoutes } from './route-invariant.ts'
import { inputSchema } from './schema-sample.ts'
import { checkResources, checkTenantTables } from './schema-invariant.ts'
import { callApi, headersOf, type Visitor } from '../browser/sign-in.ts'
import { recordStatements, type StatementRecorder } from './statement-recorder.ts'
import { stampOf } from '../field/station.ts'
import { until } from '../platform/wait.ts'

const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let test: TestPlatform
let recorder: StatementRecorder
let theirs: Foreign
let foreigner: Visitor
let keyless: Visitor

/** Two departments; the caller's sees nothing of the other, which has one row of everything. */
beforeAll(async () => {
  recorder = recordStatements()
  test = await startTestPlatform({ clock })
  const here = await makeDept(test.admin, 'here')
  // Before the ids are marked: the callers see themselves.
  foreigner = (await makePerson(test.admin, test.db, { deptId: here })).visitor as Visitor
  keyless = (await makePerson(test.admin, test.db, { deptId: here, keys: [] })).visitor as Visitor
  await markIds(test.db)
  theirs = await seed()
  await unmarkIds(test.db)
  // Lists of one's own differ only where the administrator has something of theirs.
  await ownRequest(test)
})
afterAll(async () => {
  recorder?.stop()
  await test?.stop()
})

/** An API key with the foreigner's permissions. */
async function keyOf(scopes: readonly string[] | 'all'): Promise<string> {
  const own = createClient(test.url, foreigner)
  const { resources } = await own.call(getInfo)
  const { key } = await own.call(issueOwnApiKey, {
    name: 'walk',
    scopes: scopes === 'all' ? resources : [...scopes],
    expireTime: new Date(clock.now().getTime() + 30 * 86_400_000).toISOString(),
  })
  return key
}

const connectedOnce = (deviceId: string) => {
  const line = { protocol: 'SL651', channelId: 'theirs', remote: '10.0.0.9:5000', reason: null, durationS: null }
  return { ...line, at: clock.now().getTime(), deviceId, event: 'REGISTER', bytesIn: 0, bytesOut: 0 } as const
}

async function excursionOf(deviceId: string): Promise<string> {
  const { rows } = await test.db.query<{ id: string }>(
    `insert into temp_excursion (device_id, start_time, last_time, max, min, mkt, kinetic_sum, readings)
     values ($1, to_timestamp(0), to_timestamp(60), 5, 5, 5, 1, 1) returning id /* unscoped:test */`,
    [deviceId],
  )
  return rows[0]!.id
}

async function seed(): Promise<Foreign> {
  const { admin } = test
  const dept = await makeDept(admin, 'there')
  const { id: device, stationAddress } = await makeDevice(admin, {
    deptId: dept,
    reportIntervalS: 60,
    lng: 116,
    lat: 39,
  })
  const productNo = await makeReadyProduct(admin, 'LIB-MQTT-LAMP')
  const { id: lamp } = await makeDevice(admin, { deptId: dept, productNo, name: 'theirs too', stationAddress: null })
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1, 38: 99, 27: 0.5, 68: 3 })
  await station.report(1, { 39: 1, 38: 99, 27: 0.5, 68: 3 })
  await test.db.query(
    `insert into telemetry_hour (device_id, bucket, stats)
     values ($1, date_trunc('hour', to_timestamp($2::float8 / 1000)), '{"hourVolume": 3}') /* unscoped:test */`,
    [device, clock.now().getTime()],
  )
  station.send(
    sl651Alarm(station.link, stampOf(2, clock.now().getTime()), sl651StatusHex(['batteryLow', 'doorClosed'])),
  )
  await station.answer(({ serial }) => serial === 2)
  const [fault] = await admin.call(deviceFaults, { deviceId: device })
  // The station never answers, and the clock of the time-out is stopped: the call stays open in the background.
  admin.call(sendCommand, { deviceId: device, code: 'READ', idempotencyKey: 'k' }).catch(() => undefined)
  const command = await until('the command', async () => {
    const { rows } = await test.db.query<{ id: string }>('select id from command /* unscoped:test */')
    return rows[0]?.id
  })
  const kind = { at: clock.now().getTime(), remote: '10.0.0.9', protocol: 'SL651', reason: 'BAD_PASSWORD' } as const
  test.platform.diagnostics.refusals.tell({ ...kind, deviceId: device })
  for (let n = 0; n <= FLAPPING_CONNECTIONS; n++) test.platform.diagnostics.noteConnection(connectedOnce(device))
  await test.platform.diagnostics.flush()
  const [connection] = (await admin.page(connectLogResource, { deviceId: device })).list
  const [refusal] = (await admin.page(refusalResource, { deviceId: device })).list
  const geometry = {
    type: 'LineString',
    coordinates: [
      [116, 39],
      [116.01, 39],
    ],
  }
  const edge = await admin.insert(geoFeatureResource, { kind: 'CANAL', name: 'theirs', deptId: dept, geometry })
  await admin.call(networkAttach, { deviceId: device, edgeId: edge })
  await admin.call(planIsolation, { edgeId: edge })
  const closing = { edgeId: edge, deviceIds: [device], idempotencyKey: 'theirs' }
  const { id: isolation } = await admin.call(beginIsolation, closing)
  const resident = await makePerson(admin, test.db, { deptId: dept })
  const user = resident.userId
  await resident.update(departmentResource, dept, { remark: 'theirs' })
  const role = { code: 'ROLE_THEIRS', name: 'theirs', deptId: dept, dataScope: 'DEPT', status: 'NORMAL' }
  const roleId = await admin.insert(roleResource, role)
  const [online] = (await admin.call(onlineSessionPage, { keyword: resident.username })).list
  const [line] = (await admin.page(operationLogResource, { username: resident.username })).list
  const [login] = (await admin.page(loginLogResource, { username: resident.username })).list
  const site = await admin.insert(siteResource, { host: 'there.example', deptId: dept })
  const { id: apiKey } = await resident.call(issueOwnApiKey, {
    name: 'theirs',
    scopes: ['user:list'],
    expireTime: new Date(clock.now().getTime() + 86_400_000).toISOString(),
  })
  const { id: operatorKey } = await resident.call(issueOperatorKey, {
    name: 'theirs',
    deviceIds: [device],
    codes: ['READ'],
    minutes: 10,
  })
  const ours = {
    operatorKey,
    role: roleId,
    session: online!.id,
    operationLog: line!.id,
    loginLog: login!.id,
    site,
    apiKey,
  }
  const { id: importId } = await admin.call(beginHistoryImport, {
    name: 'theirs',
    program: 'walk',
    deptId: dept,
    fromTime: new Date(clock.now().getTime() - 86_400_000).toISOString(),
    toTime: clock.now().toISOString(),
    expected: 1,
  })
  const job = await exportOf(admin, deviceResource, { columns: ['name'] })
  const logged = { refusal: refusal!.id, connectLog: connection!.id }
  const group = { name: 'theirs', kind: 'NORMAL', membership: 'HAND', deptId: dept }
  const deviceGroup = await admin.insert(deviceGroupResource, group)
  const area = await admin.insert(areaResource, { name: 'theirs', kind: 'SITE', deptId: dept })
  const deviceTag = await admin.insert(deviceTagResource, { name: 'theirs', deptId: dept })
  const well = await admin.insert(wellResource, { wellNo: 'theirs', deviceId: device })
  const template = { name: 'theirs', deptId: dept, protocol: 'SL651', hexPattern: '7E7E', crcMode: 'NONE' }
  const commandTemplate = await admin.insert(commandTemplateResource, template)
  const gauge = await makeDevice(admin, { productNo: 'SL651-LEVEL', deptId: dept, name: 'theirs' })
  const shift = { deviceId: gauge.id, metric: 'level', way: 'SHIFT', firstRaw: 3, firstRef: 3.1 }
  const sensorCalibration = await admin.insert(sensorCalibrationResource, shift)
  const [{ id: sensor } = { id: '' }] = (await admin.page(sensorResource, { deviceId: gauge.id })).list
  const tempScene = await admin.insert(tempSceneResource, { name: 'theirs', deptId: dept, upper: 4 })
  const tempExcursion = await excursionOf(device)
  const ofFaults = await faultMarks(test, { dept, device })
  const tempDevice = (await makeTempProbe(admin, { deptId: dept, name: 'theirs' })).id
  await shipDevice(admin, device)
  const begun = { deviceId: device, key: 'of another department', at: clock.now().toISOString() }
  const { id: commissioning } = await admin.call(beginCommissioning, begun)
  const firmwareRollout = await makeRollout(admin, dept, 'theirs')
  const firmwareDevice = (await admin.page(firmwareDeviceResource, { rolloutId: firmwareRollout })).list[0]!.id
  const lampPole = await admin.insert(lampPoleResource, { poleNo: 'theirs', deviceId: device })
  const marks = {
    commandTemplate,
    deviceGroup,
    area,
    deviceTag,
    well,
    sensor,
    sensorCalibration,
    tempScene,
    tempExcursion,
    ...ofFaults,
    tempDevice,
    commissioning,
    firmwareRollout,
    firmwareDevice,
    lampPole,
  }
  const plant = { device, lamp, fault: fault!.id, command, geoFeature: edge, isolation, ...marks, ...logged }
  return { ...ours, ...plant, dept, user, historyImport: importId, jobRun: job }
}

describe('the composed platform', () => {
  it('TN-6 (1 of 2) refuses calls without session, without permission key and across departments', async () => {
    const calls = Object.entries(foreignCalls(test.platform.api.mounted, theirs, clock.now()))
    const refused = calls.flatMap(([path, call]) => ('refused' in call ? [[path, call.refused] as const] : []))
    const { device, lamp, apiKey } = theirs
    const narrowScope = 'product:list'
    const violations = await checkRoutes({
      api: test.platform.api,
      keyless,
      foreigner,
      foreignRows: { ...theirs, valveSlave: device, lampSlave: lamp, faultRecord: theirs.fault!, ownApiKey: apiKey },
      foreignInputs: Object.fromEntries(refused),
      programs: { wide: await keyOf('all'), narrow: await keyOf([narrowScope]), narrowScope },
    })
    expect(violations).toEqual([])
  })

  it.each(['a user', 'an API key'] as const)(
    'TN-6 (2 of 2), SEC-5 (2 of 2) neither shows nor accepts anything wherever an id of another department is put, for %s',
    async (who) => {
      const { session: _session, loginLog: _login, ...ids } = theirs
      const headers = who === 'a user' ? headersOf(foreigner) : { 'x-api-key': await keyOf('all') }
      // A guessed id reaches as much as an id that the server sent.
      const mark = /77000\d{5}|\btheirs\b/
      const { found, sent } = await checkForeignIds({ api: test.platform.api, headers, ids, mark })
      expect(found).toEqual([])
      expect(sent).toBeGreaterThan(500)
    },
  )

  it('answers lists and sums without rows of another department, and finds none of them in a form', async () => {
    const { api } = test.platform
    const found: string[] = []
    for (const [path, call] of Object.entries(foreignCalls(test.platform.api.mounted, theirs, clock.now()))) {
      const mounted = api.mounted.find((one) => one.path === path)
      const ask = (who: Partial<Visitor>, input: Record<string, unknown>) =>
        callApi(api.http.app, mounted?.method ?? 'GET', path, input, headersOf(who))
      if ('unseen' in call) {
        const { data } = await ask(foreigner, call.input)
        const { fields } = data as { fields?: Record<string, string> }
        if (fields?.[call.unseen] !== 'not-found') found.push(`${path} finds ${call.unseen} of another department`)
      }
      if (!('nothing' in call)) continue
      const [theirs, all] = [await ask(foreigner, call.nothing), await ask(test.admin.visitor, call.nothing)]
      if (theirs.code !== 0) found.push(`${path} answers ${theirs.code} to somebody who may`)
      if (/77000\d{5}/.test(JSON.stringify(theirs.data))) found.push(`${path} shows a row of another department`)
      if (JSON.stringify(all.data) === JSON.stringify(theirs.data)) found.push(`${path} is the same for everybody`)
    }
    expect(found).toEqual([])
  })

  it('SEC-12 (part) writes no row of another department into any export', async () => {
    const found: string[] = []
    const resources = [...test.platform.api.resources.values()].filter(({ actions }) => actions.includes('export'))
    for (const resource of resources) {
      const names = Object.keys(resource.fields).filter(
        (name) => !['password', 'files', 'lines'].includes(resource.fields[name]!.kind),
      )
      const theirs = createClient(test.url, foreigner)
      const all = await fileOf(test.admin, await exportOf(test.admin, resource, { columns: names }))
      if (resource.scope === 'platform') {
        const { code } = await theirs.answer('POST', resourcePath(resource, 'export'), {
          format: 'csv',
          columns: names,
        })
        if (code !== 403) found.push(`${resource.name}: answers ${code} to somebody who sees only their own`)
        continue
      }
      const file = await fileOf(theirs, await exportOf(theirs, resource, { columns: names }))
      if (/77000\d{5}|\bthere\b|\btheirs\b/.test(file)) found.push(`${resource.name}: a row of another department`)
      if (!file.startsWith('\uFEFF')) found.push(`${resource.name}: no file`)
      if (resource.scope !== 'none' && file === all) found.push(`${resource.name}: the same for everybody`)
    }
    expect(found).toEqual([])
    expect(resources.length).toBeGreaterThanOrEqual(5)
  })

  it('covers every call across departments: the contract says of each what it reaches', () => {
    const calls = foreignCalls(test.platform.api.mounted, theirs, clock.now())
    const checked = test.platform.api.mounted.filter(({ access, resource }) => access !== 'public' && !resource)
    expect(checked.map(({ path }) => path).filter((path) => !Object.hasOwn(calls, path))).toEqual([])
    const mounted = new Set(test.platform.api.mounted.map(({ path }) => path))
    expect(Object.keys(calls).filter((path) => !mounted.has(path))).toEqual([])
    const kinds = Object.values(calls).flatMap((call) => Object.keys(call))
    const count = (kind: string) => kinds.filter((one) => one === kind).length
    // Few calls declare that they belong to no tenant and are left out.
    expect(count('refused')).toBeGreaterThanOrEqual(48)
    expect(count('unseen')).toBeGreaterThanOrEqual(1)
    expect(count('nothing')).toBeGreaterThanOrEqual(14)
    expect(count('nobody')).toBe(64)
    const nowhere = checked.filter(({ operation, input }) => {
      const { tenant } = operation!
      const member = typeof tenant === 'object' && 'in' in tenant ? tenant.in : undefined
      return member !== undefined && !Object.hasOwn(inputSchema({ input }).properties ?? {}, member)
    })
    expect(nowhere.map(({ path }) => path)).toEqual([])
  })

  it('answers permitted callers: the tests above do not pass because everything is refused', async () => {
    const ofDevice = { deviceId: theirs.device }
    expect(await test.admin.call(latest, ofDevice)).toMatchObject({ status: 'ONLINE', faults: [{ code: 'P01' }] })
    expect((await test.admin.call(messagePage, ofDevice)).list.map(({ result }) => result)).toContain('DUPLICATE')
    expect((await test.admin.call(connectionPage, ofDevice)).list).toBeDefined()
  })

  it('sends no statement to a tenant table without the scope, in requests, jobs or the pipeline', async () => {
    const range = { startTime: new Date(clock.now().getTime() - 86_400_000).toISOString() }
    for (const bucket of ['RAW', 'HOUR', 'DAY'] as const) {
      const input = { deviceId: theirs.device, keys: 'level', ...range, endTime: clock.now().toISOString(), bucket }
      await test.admin.call(history, input)
    }
    clock.advance(2 * 3_600_000)
    await test.platform.telemetry.checkSilence()
    await test.platform.telemetry.rollUp()
    await test.platform.telemetry.maintainPartitions()
    await test.platform.registry.dropOldUnknown()
    await sweepFiles(test.platform.api)
    await test.admin.call(deviceFaults, { deviceId: theirs.device })
    expect(recorder.violations()).toEqual([])
    expect(recorder.statements.some(({ text }) => text.includes('telemetry_hour'))).toBe(true)
  })

  it('has a column for every field of every resource, and knows every owned table', async () => {
    const lines = await checkResources(test.platform.api)
    expect(lines.filter((line) => !line.includes(': resource is not mounted'))).toEqual([])
    expect(await checkTenantTables(test.db)).toEqual([])
  })
})

describe('every device type', () => {
  it.each(DEVICE_TYPES.map((type) => [type.productNo, type] as const))('%s has known metrics with units', (_, type) => {
    expect(type.points.filter((key) => !metricOf(key))).toEqual([])
    expect(new Set(type.points).size).toBe(type.points.length)
    expect(type.points.length).toBeGreaterThan(0)
    expect(type.reportIntervalS).toBeGreaterThanOrEqual(5)
    expect(type.nodeKind === 'SLAVE').toBe(type.read === undefined)
  })

  it('has a product number of its own', () => {
    expect(new Set(DEVICE_TYPES.map(({ productNo }) => productNo)).size).toBe(DEVICE_TYPES.length)
  })
})
