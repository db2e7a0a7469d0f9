import type { Sl651Element } from '@sluice/codecs'
import { OWN_METRICS } from '@sluice/devices'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { createClient } from '../../../../testing/src/platform/client.ts'
import { makeProduct } from '../../../../testing/src/field/products.ts'
import { ADMIN_PASSWORD } from '../server-process.ts'
import type { FleetStation } from './fleet.ts'
import { element } from './reports.ts'

const PRODUCT_NO = 'BENCH-WATCHED'

/** Elements of a report with the metrics that the rules that look back compare, and those of every report. */
const ELEMENTS = [
  { id: '39', key: 'level', channel: 0 },
  { id: '20', key: 'rain', channel: 0 },
  { id: '38', key: 'batteryV', channel: 0 },
  { id: '26', key: 'totalVolume', channel: 0 },
  { id: '0E', key: 'energyTotal', channel: 0 },
  { id: '27', key: 'flow', channel: 0 },
  { id: '58', key: 'outletPressure', channel: 0, factor: 0.001 },
  { id: '02', key: 'temperature', channel: 0 },
]
/** States that stations have told before, and tell again only when they change. */
const STATES = { valveState: 'OPEN', pumpState: 'RUN' }

/** A station with a valve, a pump, their meters and a probe. */
export async function makeWatchedProduct(url: string): Promise<string> {
  const admin = await createClient(url).signIn('admin', ADMIN_PASSWORD)
  await makeProduct(admin, PRODUCT_NO, {
    from: 'SL651-PUMP',
    model: {
      reportIntervalS: 3600,
      metrics: OWN_METRICS.filter(({ key }) => ELEMENTS.some((one) => one.key === key)),
      points: [...ELEMENTS.map(({ key }) => key), ...Object.keys(STATES), 'doorOpen'],
      uplink: {
        protocol: 'SL651',
        elements: ELEMENTS,
        statusBits: [{ bit: 7, key: 'doorOpen', when: 0 }],
        switches: [{ func: '4C', key: 'pumpState', on: 'RUN', off: 'STOP' }],
        gates: null,
      },
    },
  })
  return PRODUCT_NO
}

/** Nothing that a rule waits for: counters move, water flows, the pressure is there. */
export function watchedElements(serial: number): Sl651Element[] {
  return [
    element('26', 10 + serial / 10),
    element('0E', 10 + serial / 100),
    element('27', 20 + (serial % 97) / 10),
    element('58', 300 + (serial % 13)),
    element('02', 20 + (serial % 40) / 10),
  ]
}

/** Where their valves and pumps stand, and what was usual of them in the weeks before. */
export async function insertPast(db: Database, fleet: readonly FleetStation[], at: number): Promise<void> {
  const ids = fleet.map(({ deviceId }) => deviceId)
  const readings = Object.fromEntries(Object.entries(STATES).map(([key, v]) => [key, [v, at]]))
  await db.query(
    `insert into device_shadow (device_id, status, readings, silent_after)
     select d, 'ONLINE', $2, now() + interval '1 day' from unnest($1::bigint[]) d`,
    [ids, JSON.stringify(readings)],
  )
  const allDay = (median: number, p95: number) => Array.from({ length: 24 }, () => [median, p95])
  await db.query(
    'insert into device_usual (device_id, hours, counted_time) select d, $2, now() from unnest($1::bigint[]) d',
    [ids, JSON.stringify({ flow: allDay(24, 40), outletPressure: allDay(0.3, 0.32) })],
  )
}

/** The rules that look back (docs/decisions/0088-rules-that-look-back.md), for everything of the product. */
export async function insertWatches(db: Database): Promise<void> {
  await db.query(
    `insert into alarm_limit (scope, product_id, key, op, value, equals, hold_s, repeat_n, fault_code)
     select 'PRODUCT', p.id, x.key, x.op, x.value, x.equals, x.hold_s, x.repeat_n, x.code from product p,
       (values ('openVolume', 'LE', 0::float8, null::text, 86400, null::int, 'V12'),
         ('burstFlow', 'GT', 150, null, 300, null, 'V13'), ('runningEnergy', 'LE', 0, null, 3600, null, 'W06'),
         ('openFlow', 'LE', 0.1, null, 600, null, 'I03'), ('probeLost', 'EQ', null, 'true', null, 2, 'T03')
       ) as x (key, op, value, equals, hold_s, repeat_n, code)
     where p.product_no = $1`,
    [PRODUCT_NO],
  )
}
