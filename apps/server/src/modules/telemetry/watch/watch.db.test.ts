import { alarmLimitResource, faultResource, geoFeatureResource } from '@sluice/contract'
import { connectMqtt, eventsReceived, makeDevice, makeMqttDevice, type MqttDevice, until } from '@sluice/testing'
import { afterEach, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, clock, now } = sharedPlatform({ past: true })
const connected: MqttDevice[] = []
afterEach(async () => {
  await Promise.all(connected.splice(0).map((device) => device.end()))
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
const { signal } = new AbortController()

async function active(deviceId: string, code: string) {
  await test.platform.faults.catchUp()
  const { list } = await test.admin.page(faultResource, { deviceId, code })
  return list.find(({ conditionState }) => conditionState === 'ACTIVE')
}

it('C04: a device whose frames arrive damaged, until they do not', async () => {
  const { watchFrames } = test.platform.telemetry.watches
  const [noisy, clear] = await Promise.all([makeDevice(test.admin), makeDevice(test.admin)])
  const frames = async (table: 'device_message' | 'byte_log', deviceId: string, n: number) => {
    const columns =
      table === 'device_message'
        ? "(device_id, ts, direction, protocol, result, raw) select $1, t, 'UP', 'SL651', 'OK', '\\x7e'"
        : "(device_id, ts, direction, protocol, channel_id, remote, raw, fault) select $1, t, 'UP', 'SL651', '1', 'x', '\\x7e', 'checksum'"
    await test.db.query(
      `insert into ${table} ${columns}
       from (select to_timestamp($2::float8 / 1000) - n * interval '1 second' as t from generate_series(1, $3::int) n) x
       /* unscoped:test */`,
      [deviceId, now(), n],
    )
  }
  for (const { id } of [noisy, clear]) await frames('device_message', id, 40)
  await frames('byte_log', noisy.id, 3)
  await frames('byte_log', clear.id, 2)
  await watchFrames()
  expect(await active(noisy.id, 'C04')).toMatchObject({
    level: 1,
    valueAtStart: '43 帧中 3 帧校验错（7 %）',
    thresholdText: '一小时内最多 5 %',
  })
  expect(await active(clear.id, 'C04')).toBeUndefined()
  clock.advance(2 * HOUR)
  await watchFrames()
  expect(await active(noisy.id, 'C04')).toBeDefined()
  await frames('device_message', noisy.id, 1)
  await watchFrames()
  expect(await active(noisy.id, 'C04')).toBeUndefined()
})

it('W10: a pump that moved more water than its head allows, judged once a day', async () => {
  const { watchCoefficients } = test.platform.telemetry.watches
  const product = await test.db.query<{ id: string }>(
    `insert into product (product_no, name, device_type_code, node_kind, protocol)
     values ('WELL', 'well', 'WATER_CONTROLLER', 'DIRECT', 'TB_MQTT') returning id`,
  )
  const { rows } = await test.db.query<{ id: string }>(
    `insert into device (name, device_no, product_id, dept_id)
     select '1 号井', 'well-1', $1, 1 returning id /* unscoped:test */`,
    [product.rows[0]!.id],
  )
  const { id } = rows[0]!
  await test.db.query(`insert into well (device_id, well_no, pump_head_m) values ($1, 'J1', 50) /* unscoped:test */`, [
    id,
  ])
  const yesterday = (water: number) =>
    test.db.query(
      `insert into telemetry_day (device_id, day, stats) values ($1, to_timestamp($2::float8 / 1000)::date, $3) /* unscoped:test */`,
      [
        id,
        now() - DAY,
        JSON.stringify({ waterTotal: { count: 9, delta: water }, energyTotal: { count: 9, delta: 100 } }),
      ],
    )
  await yesterday(735)
  await watchCoefficients(signal)
  await watchCoefficients(signal)
  expect(await active(id, 'W10')).toMatchObject({
    level: 2,
    count: 1,
    valueAtStart: '7.35 m³/kWh',
    thresholdText: '0.3–7.34 m³/kWh',
  })
  // Less than a day: a clock that leaps by more is not believed.
  clock.advance(20 * HOUR)
  await yesterday(300)
  await watchCoefficients(signal)
  expect(await active(id, 'W10')).toBeUndefined()
})

it('V13: much flow at lost pressure is a burst, and explains the low pressure downstream', async () => {
  const lat = 39.5
  const coordinates = [
    [116, lat],
    [116.01, lat],
  ]
  const pipe = {
    kind: 'PIPE',
    name: '主管',
    deptId: '1',
    geometry: { type: 'LineString', coordinates },
    flow: 'FORWARD',
  }
  await test.admin.insert(geoFeatureResource, pipe)
  const valveAt = async (lng: number) => {
    const made = await makeMqttDevice(test.admin, { deptId: '1', lng, lat })
    const device = await connectMqtt(made)
    connected.push(device)
    return { id: made.id, report: (values: object) => device.publish('v1/devices/me/telemetry', values) }
  }
  const [up, down] = [await valveAt(116.003), await valveAt(116.007)]
  await until('the valves are on the pipe', async () => {
    const { rows } = await test.db.query('select from geo_valve /* unscoped:test */')
    return rows.length === 2
  })
  await test.admin.insert(alarmLimitResource, {
    scope: 'DEVICE',
    deviceId: down.id,
    key: 'outletPressure',
    op: 'LT',
    value: 0.1,
    faultCode: 'V10',
  })
  await eventsReceived(test)
  const flow = { count: 12, first: 30, last: 30, min: 20, max: 40, avg: 30 }
  await test.db.query(
    `insert into telemetry_hour (device_id, bucket, stats)
     select $1, date_trunc('hour', to_timestamp($2::float8 / 1000)) - n * interval '1 day', $3::jsonb
     from generate_series(1, 20) n /* unscoped:test */`,
    [up.id, now(), JSON.stringify({ flow, outletPressure: 0.4 })],
  )
  const burst = async () => {
    clock.advance(60_000)
    await up.report({ flow: 90, outletPressure: 0.15 })
  }
  for (let minutes = 0; minutes < 6; minutes++) await burst()
  expect(await active(up.id, 'V13')).toBeUndefined()
  await test.platform.telemetry.watches.countUsual(signal)
  await test.platform.telemetry.watches.readUsual()
  for (let minutes = 0; minutes < 6; minutes++) await burst()
  await down.report({ outletPressure: 0.02 })
  const cause = await until('the burst', () => active(up.id, 'V13'))
  expect(cause).toMatchObject({ level: 4, explained: false, trigger: { key: 'burstFlow', v: 225 } })
  const low = await until('the low pressure', () => active(down.id, 'V10'))
  expect(low).toMatchObject({ explained: true })
  expect((await active(up.id, 'V13'))!.consequences).toBe(1)
})
