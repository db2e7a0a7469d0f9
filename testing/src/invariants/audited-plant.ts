import {
  addDeviceCertificate,
  alarmLimitResource,
  faultCodeResource,
  blockAddress,
  issueOperatorKey,
  addGroupMembers,
  beginHistoryImport,
  beginIsolation,
  deviceGroupResource,
  deviceResource,
  geoFeatureResource,
  productResource,
  sendCommand,
  unknownStationResource,
  sensorCalibrationResource,
} from '@sluice/contract'
import { sl651SwitchReport } from '@sluice/codecs'
import type { Fields } from '../platform/client.ts'
import { makeCertificate } from '../field/certificate.ts'
import { freeAddress, makeDevice } from '../field/devices.ts'
import { connectMqtt, makeMqttDevice } from '../field/mqtt-device.ts'
import { makeProduct } from '../field/products.ts'
import { reportOf, stampOf } from '../field/station.ts'
import { until } from '../platform/wait.ts'
import { commissioningCalls } from './audited-commissioning.ts'
import { faultCalls } from './audited-fault.ts'
import { productCalls } from './audited-product.ts'
import { repairCalls } from './audited-repair.ts'
import { type AuditedWorld, type Prepare, DAY_MS, idOf } from './audited-world.ts'

let bursts = 0
/** A station of the department that has reported and answers nothing. */
async function reported({ test, dept }: AuditedWorld) {
  const { id, stationAddress } = await makeDevice(test.admin, { deptId: dept })
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1, 38: 99, 27: 0.5, 68: 3 })
  return { id, station }
}

/** A meter that has told its counter. */
async function counted({ test, clock, dept }: AuditedWorld): Promise<string> {
  const made = await makeMqttDevice(test.admin, { deptId: dept })
  const meter = await connectMqtt(made)
  await meter.publish('v1/devices/me/telemetry', { ts: clock.now().getTime() - 1, values: { totalVolume: 9 } })
  return made.id
}

const keyOn = (device: string) => ({ name: 'audited', deviceIds: [device], codes: ['READ'], minutes: 5 })

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

/** A group by hand with a device, which is in it already or not. */
async function membersOf({ test, dept }: AuditedWorld, states: readonly 'in'[]) {
  const { id } = await makeDevice(test.admin, { deptId: dept })
  const group = { name: 'g', kind: 'NORMAL', membership: 'HAND', deptId: dept }
  const groupId = await test.admin.insert(deviceGroupResource, group)
  if (states.includes('in')) await test.admin.call(addGroupMembers, { groupId, deviceIds: [id] })
  return { input: { groupId, deviceIds: [id] }, dept }
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

/** Of devices, their faults, commands and land. */
export const plantCalls: Readonly<Record<string, Prepare>> = {
  '/device/v1/alarmLimit/restoreDefaults': async ({ test }) => {
    const { list } = await test.admin.page(alarmLimitResource, { scope: 'TYPE', limit: 1 })
    await test.admin.update(alarmLimitResource, list[0]!.id, { remark: 'audited' })
    const { id, version } = await test.admin.get(alarmLimitResource, list[0]!.id)
    return { input: { id, version } }
  },
  '/device/v1/faultCode/setAutoAction': async ({ test }) => {
    const { list } = await test.admin.page(faultCodeResource, { keyword: 'V13' })
    const { id, version } = list[0]!
    return { input: { id, version, action: 'CLOSE', stepPct: null, on: true } }
  },
  '/device/v1/alarmLimit/copy': async ({ test, dept }) => {
    const [{ id: deviceId }, other] = [
      await makeDevice(test.admin, { deptId: dept }),
      await makeDevice(test.admin, { deptId: dept }),
    ]
    const limit = { scope: 'DEVICE', deviceId, key: 'flow', op: 'GT', value: 100, faultCode: 'V13' }
    const id = await test.admin.insert(alarmLimitResource, limit)
    return { input: { id, scope: 'DEVICE', targetIds: [other.id] }, targets: [id], dept }
  },
  ...faultCalls(),
  ...repairCalls(),
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
  '/device/v1/group/addMembers': (world) => membersOf(world, []),
  '/device/v1/group/removeMembers': (world) => membersOf(world, ['in']),
  '/device/v1/device/replaceMaster': async ({ test, dept }) => {
    const at = { deptId: dept, productNo: 'SL651-VALVE-STATION' }
    const [old, next] = [await makeDevice(test.admin, at), await makeDevice(test.admin, at)]
    const slave = { deptId: dept, productNo: 'SL651-VALVE-CHANNEL', masterId: old.id, channel: 1 }
    const { id } = await makeDevice(test.admin, slave)
    return { input: { masterId: old.id, newMasterId: next.id }, targets: [old.id, next.id, id], dept }
  },
  ...commissioningCalls,
  '/device/v1/device/exchangeMeter': async (world) => {
    const deviceId = await counted(world)
    return { input: { deviceId, key: 'totalVolume', oldLast: 10, newFirst: 0 }, dept: world.dept }
  },
  '/device/v1/sensorCalibration/revoke': async ({ test, dept }) => {
    const { id } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL', deptId: dept })
    const calibration = { deviceId: id, metric: 'level', way: 'SHIFT', firstRaw: 3, firstRef: 3.1 }
    await test.admin.insert(sensorCalibrationResource, calibration)
    return { input: { deviceId: id, metric: 'level' }, dept }
  },
  '/device/v1/device/setCounter': async (world) => {
    const deviceId = await counted(world)
    return { input: { deviceId, key: 'totalVolume', digits: 6, perPulse: 0.1 }, dept: world.dept }
  },
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
  '/netty/v1/command/send': async (world) => {
    const { id } = await reported(world)
    const { deviceNo } = await world.test.admin.get(deviceResource, id)
    const input = { deviceNo, code: 'READ', idempotencyKey: 'audited page' }
    return { input, targets: [id], dept: world.dept, unanswered: true }
  },
  '/netty/v1/operatorKey/issue': async (world) => {
    const { id } = await reported(world)
    return { input: keyOn(id), targets: idOf }
  },
  '/netty/v1/operatorKey/revoke': async (world) => {
    const { id: device } = await reported(world)
    const { id } = await world.test.admin.call(issueOperatorKey, keyOn(device))
    return { input: { id }, targets: [id] }
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
  '/netty/v1/blocked/block': async () => ({
    input: { network: '203.0.113.7', reason: 'audited', minutes: null },
    targets: idOf,
  }),
  '/netty/v1/blocked/unblock': async ({ test }) => {
    const { id } = await test.admin.call(blockAddress, { network: '203.0.113.9', reason: 'audited', minutes: 5 })
    return { input: { id }, targets: [id] }
  },
  '/netty/v1/connectLog/end': async (world) => {
    const { id } = await reported(world)
    return { input: { deviceId: id }, targets: [id], dept: world.dept }
  },
  '/device/v1/device/rotatePassword': ofDevice(),
  '/device/v1/device/clearPassword': ofDevice(),
  '/device/v1/device/revokeOldToken': ofDevice(),
  '/device/v1/device/addCertificate': async ({ test, dept }) => {
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null, deptId: dept })
    return { input: { deviceId: id, pem: makeCertificate('audited').cert }, targets: [id], dept }
  },
  '/device/v1/device/removeCertificate': async ({ test, dept }) => {
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null, deptId: dept })
    const { cert: pem } = makeCertificate('removed')
    const { list } = await test.admin.call(addDeviceCertificate, { deviceId: id, pem })
    return { input: { deviceId: id, id: list[0]!.id }, targets: [id], dept }
  },
  '/device/v1/device/saveParameters': async ({ test, dept }) => {
    const parameter = { key: 'reportS', name: ['上报间隔', 'Report interval'], kind: 'integer' } as const
    await makeProduct(test.admin, 'AUDITED-TUNED', { model: { parameters: [parameter] } })
    const { id } = await makeDevice(test.admin, { productNo: 'AUDITED-TUNED', stationAddress: null, deptId: dept })
    return { input: { deviceId: id, version: 0, values: { reportS: 60 } }, dept }
  },
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
  ...productCalls,
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
