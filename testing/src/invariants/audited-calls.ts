import {
  beginHistoryImport,
  beginIsolation,
  deviceResource,
  faultResource,
  geoFeatureResource,
  issueApiKey,
  onlineSessionPage,
  ownProfile,
  productResource,
  RESOURCE_TYPES,
  sendCommand,
  takeSilence,
  unknownStationResource,
} from '@sluice/contract'
import { sl651Alarm, sl651StatusHex, sl651SwitchReport } from '@sluice/codecs'
import type { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import { codeAt } from '@sluice/server/src/modules/identity/credentials/totp-code.ts'
import type { ApiClient, Fields } from '../platform/client.ts'
import { tellConditions } from '../field/conditions.ts'
import { freeAddress, makeDevice } from '../field/devices.ts'
import { connectMqtt, makeMqttDevice } from '../field/mqtt-device.ts'
import { makePerson, PASSWORD } from '../platform/people.ts'
import type { TestPlatform } from '../platform/platform.ts'
import { sealFor } from '../browser/sign-in.ts'
import { reportOf, stampOf } from '../field/station.ts'
import { until } from '../platform/wait.ts'

/** The surroundings of the calls: a department of its own; each call creates the rest. */
export interface AuditedWorld {
  test: TestPlatform
  clock: ReturnType<typeof fakeClock>
  dept: string
}

type Doer = ApiClient & { userId: string; username: string }

/** One call with valid input, and what the contract cannot say about the audit entry that it must leave (SEC-15). */
export interface AuditedCall {
  /** The caller; the administrator by default. */
  by?: Doer
  input: Fields
  /** The targets of the entry, if they are neither the row in the input nor the caller. */
  targets?: readonly string[] | ((data: unknown) => readonly string[] | Promise<readonly string[]>)
  /** The department of the entry; the caller's by default. */
  dept?: string
  /** The username in the entry when nobody is signed in. */
  username?: string
  /** The call waits for a device that never answers: the test waits only for the entry. */
  unanswered?: boolean
}

type Prepare = (world: AuditedWorld) => Promise<AuditedCall>

const DAY_MS = 86_400_000
let bursts = 0
const someone = ({ test, dept }: AuditedWorld) =>
  makePerson(test.admin, test.db, { deptId: dept, dataScope: 'ALL' }) as Promise<Doer>
const sealed = async ({ test }: AuditedWorld, password = PASSWORD) => {
  const { keyId, sealed: text } = await sealFor(test.platform.api.http.app, { password })
  return { keyId, sealed: text }
}
const idOf = (data: unknown) => [(data as { id: string }).id]

/** RFC 4648 without padding. */
function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** A user who has started to set up a second factor; `codeNow` moves the clock, because a code is accepted once. */
async function withFactor(world: AuditedWorld, confirmed: boolean) {
  const by = await someone(world)
  const begun = await by.answer('POST', '/security/v1/sysUser/totpBegin', await sealed(world))
  const bytes = fromBase32((begun.data as { secret: string }).secret)
  const codeNow = () => {
    world.clock.advance(30_000)
    return codeAt(bytes, world.clock.now().getTime())
  }
  if (confirmed) await by.answer('POST', '/security/v1/sysUser/totpConfirm', { code: codeNow() })
  return { by, codeNow, targets: [by.userId] }
}

const keyFields = ({ clock }: AuditedWorld) => ({
  name: 'k',
  scopes: ['user:list'],
  expireTime: new Date(clock.now().getTime() + DAY_MS).toISOString(),
})

async function menuEntry({ test }: AuditedWorld, title: string): Promise<string> {
  const input = { title, type: RESOURCE_TYPES.DIR, routePath: `/${title}` }
  const { data } = await test.admin.answer('POST', '/security/v1/resources/insert', input)
  return (data as { id: string }).id
}

/** A station of the department that has reported and answers nothing. */
async function reported({ test, dept }: AuditedWorld) {
  const { id, stationAddress } = await makeDevice(test.admin, { deptId: dept })
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1, 38: 99, 27: 0.5, 68: 3 })
  return { id, station }
}

/** A slave that has fallen silent behind a master that has not. */
async function silentSlave({ test, dept: deptId }: AuditedWorld) {
  const { id: masterId } = await makeDevice(test.admin, { deptId, productNo: 'SL651-VALVE-STATION' })
  const { id } = await makeDevice(test.admin, { deptId, productNo: 'SL651-VALVE-CHANNEL', masterId, channel: 1 })
  await tellConditions(test, { deviceId: id, deptId }, { C02: true })
  const { list } = await test.admin.page(faultResource, { deviceId: id })
  return { masterId, deptId, faults: list.map((fault) => fault.id) }
}

async function importBegun({ test, clock, dept }: AuditedWorld, name: string) {
  const fromTime = new Date(clock.now().getTime() - DAY_MS).toISOString()
  const input = { name, program: 'walk', deptId: dept, fromTime, toTime: clock.now().toISOString(), expected: 1 }
  return { input, begin: () => test.admin.call(beginHistoryImport, input) }
}

/** Of a valve that needs no command to be closed, which would leave a line of its own. */
const SHUT = { opening: 0, valveState: 'CLOSED' }

/** A canal with one valve on it; with values, the valve is connected and has reported them. */
async function burst({ test, dept }: AuditedWorld, values: Fields | null = null) {
  const lat = 39 + ++bursts / 100
  const geometry = {
    type: 'LineString',
    coordinates: [
      [116, lat],
      [116.01, lat],
    ],
  }
  const edgeId = await test.admin.insert(geoFeatureResource, { kind: 'CANAL', name: 'burst', deptId: dept, geometry })
  const made = await makeMqttDevice(test.admin, { deptId: dept, lng: 116.005, lat })
  if (values) {
    const valve = await connectMqtt(made)
    await valve.publish('v1/devices/me/telemetry', values)
  }
  return { input: { edgeId, deviceIds: [made.id], idempotencyKey: `burst ${bursts}` }, deviceIds: [made.id] }
}

/** One whose only valve is switched off: the ledger took nothing. */
async function refusedBurst(world: AuditedWorld) {
  const { input, deviceIds } = await burst(world)
  await world.test.admin.update(deviceResource, deviceIds[0]!, { enabled: false })
  const { id } = await world.test.admin.call(beginIsolation, input)
  return { id, deviceIds }
}

const ofDevice = (more: Fields = {}): Prepare => {
  return async (world) => {
    const { id } = await makeDevice(world.test.admin, { deptId: world.dept })
    return { input: { deviceId: id, ...more }, dept: world.dept }
  }
}

const range = ({ clock }: AuditedWorld) => ({
  startTime: new Date(clock.now().getTime() - DAY_MS).toISOString(),
  endTime: clock.now().toISOString(),
})

/** One pixel as PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const identityCalls: Readonly<Record<string, Prepare>> = {
  '/security/v1/sysUser/updatePwd': async (world) => {
    const by = await someone(world)
    const [own, fresh] = [await sealed(world), await sealed(world, 'willow-9-harbour')]
    const input = { oldPassword: own.sealed, newPassword: fresh.sealed, keyId: own.keyId }
    return { by, input }
  },
  '/security/v1/sysUser/updateProfile': async (world) => {
    const by = await someone(world)
    const { version } = await by.call(ownProfile)
    return { by, input: { version, nickName: '改过的' } }
  },
  '/security/v1/sysUser/register': async (world) => ({
    input: { username: 'selfmade', ...(await sealed(world)) },
    username: 'selfmade',
    targets: async () => {
      const { rows } = await world.test.db.query<{ id: string }>(
        "select id from sys_user where username = 'selfmade' /* unscoped:test */",
      )
      return rows.map(({ id }) => id)
    },
  }),
  '/security/v1/sysUser/resetPwd': async (world) => {
    const { userId } = await someone(world)
    return { input: { id: userId }, dept: world.dept }
  },
  '/security/v1/sysUser/saveAuthRole': async (world) => {
    const { userId } = await someone(world)
    return { input: { userId, roleIds: [] }, dept: world.dept }
  },
  '/security/v1/sysUser/issueApiKey': async (world) => ({
    by: await someone(world),
    input: keyFields(world),
    targets: idOf,
  }),
  '/security/v1/sysUser/revokeApiKey': async (world) => {
    const by = await someone(world)
    const { data } = await by.answer('POST', '/security/v1/sysUser/issueApiKey', keyFields(world))
    return { by, input: { id: idOf(data)[0] } }
  },
  '/security/v1/apiKey/issue': async (world) => {
    const { userId } = await someone(world)
    return { input: { userId, ...keyFields(world) }, targets: idOf, dept: world.dept }
  },
  '/security/v1/apiKey/revoke': async (world) => {
    const { userId } = await someone(world)
    const { id } = await world.test.admin.call(issueApiKey, { userId, ...keyFields(world) })
    return { input: { id }, dept: world.dept }
  },
  '/security/v1/sysUser/totpConfirm': async (world) => {
    const { codeNow, ...rest } = await withFactor(world, false)
    return { ...rest, input: { code: codeNow() } }
  },
  '/security/v1/sysUser/totpRecovery': async (world) => {
    const { codeNow, ...rest } = await withFactor(world, true)
    return { ...rest, input: { ...(await sealed(world)), code: codeNow() } }
  },
  '/security/v1/sysUser/totpDisable': async (world) => {
    const { codeNow, ...rest } = await withFactor(world, true)
    return { ...rest, input: { ...(await sealed(world)), code: codeNow() } }
  },
  '/security/v1/sysUser/resetTotp': async (world) => {
    const { targets } = await withFactor(world, true)
    return { input: { id: targets[0] }, targets, dept: world.dept }
  },
  '/security/v1/sysUser/avatar': async (world) => {
    const by = await someone(world)
    return { by, input: { picture: PIXEL } }
  },
  '/security/v1/sysUser/removeAvatar': async (world) => {
    const by = await someone(world)
    await by.answer('POST', '/security/v1/sysUser/avatar', { picture: PIXEL })
    return { by, input: {} }
  },
  '/security/v1/file/upload': async (world) => {
    const input = { name: 'note.txt', accept: 'any', content: 'eA==' }
    return { by: await someone(world), input, targets: idOf }
  },
  '/security/v1/resources/insert': async () => ({
    input: { title: '新目录', type: RESOURCE_TYPES.DIR, routePath: '/audited' },
    targets: idOf,
  }),
  '/security/v1/resources/update': async (world) => {
    const id = await menuEntry(world, 'changed')
    return { input: { id, title: '改过的' } }
  },
  '/security/v1/resources/del': async (world) => {
    const id = await menuEntry(world, 'deleted')
    return { input: { id } }
  },
  '/security/v1/session/kick': async (world) => {
    const { userId, username } = await someone(world)
    const [online] = (await world.test.admin.call(onlineSessionPage, { keyword: username })).list
    return { input: { id: online!.id }, targets: [userId], dept: world.dept }
  },
}

const plantCalls: Readonly<Record<string, Prepare>> = {
  '/device/v1/fault/takeSilence': async (world) => {
    const { masterId, deptId, faults } = await silentSlave(world)
    return { input: { masterId, deptId }, dept: deptId, targets: faults }
  },
  '/device/v1/fault/release': async (world) => {
    const { masterId, deptId } = await silentSlave(world)
    const ids = await world.test.admin.call(takeSilence, { masterId, deptId })
    return { input: { ids }, dept: deptId, targets: ids }
  },
  '/device/v1/fault/ack': async (world) => {
    const { test, clock, dept } = world
    const { id: deviceId, station } = await reported(world)
    const door = sl651StatusHex(['batteryLow', 'doorClosed'])
    station.send(sl651Alarm(station.link, stampOf(2, clock.now().getTime()), door))
    await station.answer(({ serial }) => serial === 2)
    const [fault] = (await test.admin.page(faultResource, { deviceId })).list
    return { input: { id: fault!.id, version: fault!.version }, dept }
  },
  '/device/v1/historyImport/begin': async (world) => {
    const { input } = await importBegun(world, 'begun')
    return { input, targets: idOf, dept: world.dept }
  },
  '/device/v1/historyImport/finish': async (world) => {
    const { id } = await (await importBegun(world, 'finished')).begin()
    return { input: { id }, dept: world.dept }
  },
  '/device/v1/historyImport/cancel': async (world) => {
    const { id } = await (await importBegun(world, 'cancelled')).begin()
    return { input: { id }, dept: world.dept }
  },
  '/device/v1/geo/import': async ({ test, dept }) => ({
    input: {
      deptId: dept,
      kind: 'PLACE',
      features: [
        {
          type: 'Feature',
          properties: { name: 'imported' },
          geometry: { type: 'Point', coordinates: [116.41, 37.11] },
        },
      ],
    },
    targets: async () => (await test.admin.page(geoFeatureResource, { keyword: 'imported' })).list.map(({ id }) => id),
    dept,
  }),
  '/device/v1/network/attach': ofDevice({ edgeId: null }),
  '/device/v1/isolation/begin': async (world) => {
    const { input, deviceIds } = await burst(world, SHUT)
    return { input, targets: deviceIds, dept: world.dept }
  },
  '/device/v1/isolation/resend': async (world) => {
    const { id, deviceIds } = await refusedBurst(world)
    const input = { id, deviceId: deviceIds[0], idempotencyKey: `again ${id}` }
    return { input, targets: deviceIds, dept: world.dept }
  },
  '/device/v1/isolation/replace': async (world) => {
    const { id, deviceIds } = await refusedBurst(world)
    const nextIds = (await burst(world, SHUT)).deviceIds
    const input = { id, deviceId: deviceIds[0], nextIds, idempotencyKey: `next ${id}` }
    return { input, targets: [...deviceIds, ...nextIds], dept: world.dept }
  },
  '/device/v1/isolation/stop': async (world) => {
    const { id } = await refusedBurst(world)
    return { input: { id, idempotencyKey: `stop ${id}` }, targets: [], dept: world.dept }
  },
  '/device/v1/isolation/restore': async (world) => {
    const { input, deviceIds } = await burst(world, SHUT)
    const { id } = await world.test.admin.call(beginIsolation, input)
    return { input: { id }, targets: deviceIds, dept: world.dept }
  },
  '/valve/v1/command/send': async (world) => {
    const { id } = await reported(world)
    const input = { deviceId: id, code: 'READ', idempotencyKey: 'audited' }
    return { input, dept: world.dept, unanswered: true }
  },
  '/valve/v1/command/cancel': async (world) => {
    const { test, clock, dept } = world
    const master = await makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION', deptId: dept })
    const station = await test.station({ station: master.stationAddress })
    const states = Array.from({ length: 8 }, () => false)
    station.send(sl651SwitchReport(station.link, stampOf(1, clock.now().getTime()), '4D', states))
    await station.answer(({ serial, end }) => serial === 1 && end !== 'ENQ')
    // The station stops answering: its first valve stays under way, the second waits in the lane.
    const send = async (channel: number, status: string) => {
      const place = { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel, deptId: dept }
      const { id: deviceId } = await makeDevice(test.admin, place)
      const order = { deviceId, code: 'OPEN', idempotencyKey: `channel ${channel}` }
      test.admin.call(sendCommand, order).catch(() => undefined)
      const id = await until(`the command of channel ${channel}`, async () => {
        const { rows } = await test.db.query<{ id: string }>(
          'select id from command where device_id = $1 and status = $2 /* unscoped:test */',
          [deviceId, status],
        )
        return rows[0]?.id
      })
      return { id, deviceId }
    }
    await send(1, 'SENT')
    const { id, deviceId } = await send(2, 'QUEUED')
    return { input: { id }, targets: [deviceId], dept }
  },
  '/device/v1/device/rotatePassword': ofDevice(),
  '/device/v1/device/clearPassword': ofDevice(),
  '/device/v1/device/saveSharedAttributes': async ({ test, dept }) => {
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null, deptId: dept })
    const input = { deviceId: id, values: { limit: 5 } }
    return { input, dept }
  },
  '/device/v1/message/export': async (world) => {
    const { id } = await reported(world)
    const input = { format: 'csv', columns: ['ts'], deviceId: id }
    return { input, targets: [] }
  },
  '/device/v1/history/export': async (world) => {
    const { id } = await reported(world)
    const input = { format: 'csv', deviceId: id, keys: 'level', ...range(world) }
    return { input, targets: [] }
  },
  '/cloud/v1/product/saveCommandMap': async ({ test }) => {
    const { list } = await test.admin.page(productResource, { keyword: 'MQTT-VALVE', limit: 100 })
    const { id, version } = list.find((row) => row['productNo'] === 'MQTT-VALVE')!
    return { input: { id, version, commandMap: null } }
  },
  '/device/v1/unknownStation/adopt': async ({ test, clock, dept }) => {
    const station = await test.station({ station: freeAddress() })
    station.send(reportOf(station.link, 1, { 39: 1 }, { at: clock.now().getTime() }))
    const known = await until('the station', async () => {
      await test.platform.registry.flush()
      return (await test.admin.page(unknownStationResource, { keyword: station.link.station })).list[0]
    })
    const { list } = await test.admin.page(productResource, { keyword: 'SL651-VALVE', limit: 100 })
    const productId = list.find((row) => row['productNo'] === 'SL651-VALVE')!.id
    const input = { id: known.id, name: 'adopted', deviceNo: 'AUDITED-ADOPTED', productId, deptId: dept }
    const targets = (data: unknown) => [(data as { deviceId: string }).deviceId]
    return { input, targets, dept }
  },
}

/** One entry per operation that leaves an audit entry: the test fails on a missing one. */
export const AUDITED: Readonly<Record<string, Prepare>> = { ...identityCalls, ...plantCalls }
