import { FAULT_FIGURES, FAULT_LIMITS, type FaultFigure, type faultRecordResource, NONE } from '@sluice/contract'
import type { ResourceOptions } from '../../../platform/resource/resource-change.ts'
import { isRowId } from '../../../platform/resource/scoped.ts'

/** How long after its end a fault that begins again is the same trouble. */
export const REPEAT_DAYS = 30

const CLEARED = "t.condition_state = 'CLEARED'"
/** When it was resolved or over, whichever was first; null while it lasts. */
const ENDED = `least(t.resolve_time, case when ${CLEARED} then t.clear_time end)`
const TAKEN = 't.maintenance_id is null and t.ack_time is not null'

/** When the time of its level was over; null for a level without one. */
function limitOf(of: 'responseMin' | 'repairMin'): string {
  const cases = FAULT_LIMITS.map((limit) => `when ${limit.level} then ${limit[of]}`)
  return `t.first_time + case t.level ${cases.join(' ')} end * interval '1 minute'`
}
/** It lasted beyond the limit without what was to be done, and nobody said that it is to be left. */
const late = (done: string, limit: string) =>
  `coalesce(${ENDED}, now()) > ${limit} and coalesce(${done} > ${limit}, t.handle_state <> 'IGNORED')`

const [RESPONSE, REPAIR] = [limitOf('responseMin'), limitOf('repairMin')]
const HELD = 't.maintenance_id is null'

/** What the device ran when it began, and null where that is not known. */
const FIRMWARE_THEN = `select w.version_name from v_device_firmware_span w where w.device_id = t.device_id
  and w.from_time <= t.first_time and t.first_time < coalesce(w.to_time, 'infinity') order by w.from_time desc limit 1`

/** The conditions of the figures on a fault `t`: those of `figures.store.ts` and `reliability.store.ts`, row by row. */
const CONDITIONS: Readonly<Record<FaultFigure, string>> = {
  TAKEN,
  MENDED: `${ENDED} is not null`,
  TAKEN_IN_TIME: `${HELD} and t.ack_time <= ${RESPONSE}`,
  TAKEN_LATE: `${HELD} and ${late('t.ack_time', RESPONSE)}`,
  MENDED_IN_TIME: `${ENDED} <= ${REPAIR}`,
  MENDED_LATE: late(ENDED, REPAIR),
  OVER: CLEARED,
  REPEATED: `${CLEARED} and exists (select from fault n where n.device_id = t.device_id and n.code = t.code and n.id <> t.id
    and n.cause_id is null and n.first_time > t.clear_time and n.first_time <= t.clear_time + ${REPEAT_DAYS} * interval '1 day')`,
  IN_SERVICE: `${HELD} and exists (select from v_device d join v_device_state s on s.device_id = d.id
    left join v_device_reported r on r.device_id = d.id where d.id = t.device_id and s.first_seen_time is not null
    and t.first_time >= least(s.first_seen_time, r.from_time) and (d.enabled or t.first_time < s.last_seen_time))`,
}

const ofDevice = (condition: string) => `t.device_id in (select d.id from v_device d where ${condition})`
const BELOW = `d.area_id in (with recursive below as (select a.id from v_area a where a.id = {value}::bigint
  union select a.id from v_area a join below b on a.parent_id = b.id) select id from below)`
const EXACT = /^".+"$/

type Records = Pick<ResourceOptions<typeof faultRecordResource>, 'computed' | 'access'>
const isFigure = (value: string): value is FaultFigure => FAULT_FIGURES.some((one) => one === value)

/** What leads from a figure to its rows: whose faults they are, and how they count. */
export const BY_FIGURE = {
  computed: {
    productId: 'select d.product_id from v_device d where d.id = t.device_id',
    areaId: 'select d.area_id from v_device d where d.id = t.device_id',
    firmware: FIRMWARE_THEN,
    figures: `array_remove(array[${FAULT_FIGURES.map((one) => `case when ${CONDITIONS[one]} then '${one}' end`).join(', ')}], null)`,
  },
  access: {
    productId: {
      equals: (value) =>
        value === NONE
          ? ofDevice('d.product_id is null')
          : isRowId(value)
            ? ofDevice('d.product_id = {value}::bigint')
            : 'false',
    },
    areaId: {
      equals: (value) => {
        if (value === NONE) return ofDevice('d.area_id is null')
        const id: unknown = value
        if (isRowId(id)) return ofDevice(BELOW)
        return EXACT.test(value) && isRowId(value.slice(1, -1))
          ? ofDevice(`d.area_id = btrim({value}::text, '"')::bigint`)
          : 'false'
      },
    },
    firmware: {
      equals: (value) => (value === NONE ? `(${FIRMWARE_THEN}) is null` : `(${FIRMWARE_THEN}) = {value}`),
    },
    takenName: {
      equals: (value) =>
        EXACT.test(value)
          ? `t.taken_name = substr({value}::text, 2, length({value}::text) - 2)`
          : 'strpos(lower(t.taken_name), lower({value})) > 0',
    },
    figures: { equals: (value) => (isFigure(value) ? CONDITIONS[value] : 'false') },
  },
} satisfies Records
