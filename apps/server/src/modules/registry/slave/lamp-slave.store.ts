import type { lampSlaveResource } from '@sluice/contract'
import { goodNumber, partOf } from '../../../platform/db/db-reading.ts'
import type { ResourceOptions } from '../../../platform/resource/resource-change.ts'
import { litToday } from './lamp-lit.store.ts'
import { FAULTY } from './valve-slave.store.ts'

/** A last value of the device `t`. */
const reading = (select: string) => `select ${select} from v_device_state s where s.device_id = t.id`
const pole = (column: string) => `select l.${column} from lamp_pole l where l.device_id = t.id and not l.deleted`
const NUMBERS = ['dim', 'voltage', 'current', 'power', 'energy'] as const

/** The lamps among the devices; it writes nothing. */
export const lampSlaves = (
  zone: string,
): Required<Pick<ResourceOptions<typeof lampSlaveResource>, 'computed' | 'only'>> => ({
  only: `not t.deleted and t.product_id in (select p.id from product p where p.device_type_code = 'LAMP')`,
  computed: {
    poleNo: pole('pole_no'),
    loopNo: pole('loop_no'),
    ratedW: pole('rated_w::float8'),
    lampOn: reading(`case s.readings->'lampOn'->0 when 'true'::jsonb then true when 'false'::jsonb then false end`),
    ...Object.fromEntries(NUMBERS.map((key) => [key, reading(goodNumber(partOf('s.readings', key)))])),
    todayLitH: litToday(zone),
    faulty: FAULTY,
  },
})
