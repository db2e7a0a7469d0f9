import type { tempDeviceResource } from '@sluice/contract'
import { goodNumber, partOf } from '../../../platform/db/db-reading.ts'
import type { ResourceOptions } from '../../../platform/resource/resource-change.ts'

const reading = (select: string) => `select ${select} from v_device_state s where s.device_id = t.id`
const number = (key: string) => goodNumber(partOf('s.readings', key))
const probe = (column: string) => `select p.${column} from v_temp_probe p where p.device_id = t.id`

/** The reading against the limits in force; null where there is nothing to say. */
const STATE = `select case
    when x.probe in ('OPEN', 'SHORT') then 'PROBE'
    when x.temperature > p.upper then 'HIGH'
    when x.temperature < p.lower then 'LOW'
    when x.humidity > p.hum_upper or x.humidity < p.hum_lower then 'HUMIDITY'
    when x.temperature is not null and (p.lower is not null or p.upper is not null) then 'NORMAL' end
  from (select ${number('temperature')} as temperature, ${number('humidity')} as humidity,
      s.readings->'probeState'->>0 as probe
    from v_device_state s where s.device_id = t.id) x
  left join v_temp_probe p on p.device_id = t.id`

const PROBE_FIELDS = {
  probePosition: 'probe_position',
  sceneId: 'scene_id',
  lower: 'lower',
  upper: 'upper',
  humLower: 'hum_lower',
  humUpper: 'hum_upper',
  ownLower: 'own_lower',
  ownUpper: 'own_upper',
  ownHumLower: 'own_hum_lower',
  ownHumUpper: 'own_hum_upper',
} as const

/** The temperature probes among the devices, like the list of valves; what is said of a probe is stored with it. */
export const TEMP_DEVICES: Required<Pick<ResourceOptions<typeof tempDeviceResource>, 'computed' | 'only'>> = {
  only: `not t.deleted and t.product_id in (select p.id from product p where p.device_type_code = 'TEMP')`,
  computed: {
    ...Object.fromEntries(Object.entries(PROBE_FIELDS).map(([name, column]) => [name, probe(column)])),
    temperature: reading(number('temperature')),
    humidity: reading(number('humidity')),
    batteryV: reading(number('batteryV')),
    tempState: STATE,
  },
}
