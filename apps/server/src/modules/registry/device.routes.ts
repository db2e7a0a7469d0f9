import {
  deviceResource,
  lampPoleResource,
  lampSlaveResource,
  tempDeviceResource,
  valveSlaveResource,
} from '@sluice/contract'
import type { Api } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import { isRowId } from '../../platform/resource/scoped.ts'
import { deviceHooks } from './device.service.ts'
import { GROUPS_BY_HAND, IN_GROUP } from './group/group-condition.store.ts'
import type { RegistryDeps } from './registry.ports.ts'
import { TEMP_DEVICES } from './slave/temp-device.store.ts'
import { traitsSql } from './traits.rules.ts'
import { DEFAULT_ZONE } from '@sluice/kit'
import { lampSlaves } from './slave/lamp-slave.store.ts'
import { FAULTY, VALVE_SLAVES } from './slave/valve-slave.store.ts'

const STATUS = `case when not t.enabled then 'DISABLED'
  else coalesce((select s.status from v_device_state s where s.device_id = t.id), 'INACTIVE') end`
const LAST_SEEN = 'select s.last_seen_time from v_device_state s where s.device_id = t.id'
/** The same as STATUS, written so that a single scan of all states answers it. */
const withStatus = (status: string) => {
  const states = 'select s.device_id from v_device_state s where s.status'
  if (status === 'DISABLED') return `not t.enabled or t.id in (${states} = {value})`
  // A device without any report has no state row.
  if (status === 'INACTIVE') return `t.enabled and t.id not in (${states} <> {value})`
  return `t.enabled and t.id in (${states} = {value})`
}
const DEVICE_ACCESS: NonNullable<ResourceOptions<typeof deviceResource>['access']> = {
  name: { letters: true },
  status: { equals: withStatus },
  lastSeenTime: { order: { join: 'left join v_device_state as o on o.device_id = t.id', by: 'o.last_seen_time' } },
}
/** The commands of a device: those of its type, as far as its product's firmware supports them. */
const COMMANDS = `select case when p.command_map is null then p.commands else (
    select coalesce(jsonb_agg(c.def order by c.place), '[]')
    from jsonb_array_elements(p.commands) with ordinality c (def, place)
    where coalesce(jsonb_typeof(p.command_map->'commands'->(c.def->>'code')), 'object') = 'object') end
  from product p where p.id = t.product_id`
const TAGS = `select coalesce(jsonb_agg(g.name order by g.name), '[]') from device_tag g
  where g.id = any(t.tag_ids) and not g.deleted and {scope:device_tag g}`
/** The fields of every list of devices of one kind. */
const OF_EVERY_LIST = { status: STATUS, commands: COMMANDS, lastSeenTime: LAST_SEEN }
const ofProduct = (column: string) => `select p.${column} from product p where p.id = t.product_id`

/** The devices, and the valves and temperature probes among them. */
export function mountDevices(api: Api, { bus, catalogue, probes }: Pick<RegistryDeps, 'bus' | 'catalogue' | 'probes'>) {
  const devices = mountResource(api, deviceResource, {
    computed: {
      status: STATUS,
      deviceTypeCode: ofProduct('device_type_code'),
      nodeKind: ofProduct('node_kind'),
      protocol: ofProduct('protocol'),
      traits: `select ${traitsSql('p', catalogue)} from product p where p.id = t.product_id`,
      passwordFree: 't.station_address is not null and t.station_password is null',
      commands: COMMANDS,
      lastSeenTime: LAST_SEEN,
      activeTime: 'select s.first_seen_time from v_device_state s where s.device_id = t.id',
      tags: TAGS,
      groupIds: GROUPS_BY_HAND,
      faulty: FAULTY,
      deptOff: 'select o.is_off from v_dept o where o.id = t.dept_id',
    },
    access: {
      ...DEVICE_ACCESS,
      groupIds: { equals: (id) => (isRowId(id) ? IN_GROUP : 'false and {value}::text is null') },
      deviceTypeCode: { equals: 't.product_id in (select p.id from product p where p.device_type_code = {value})' },
    },
    ...deviceHooks(bus, catalogue),
  })
  mountResource(api, valveSlaveResource, {
    only: VALVE_SLAVES.only,
    access: { ...DEVICE_ACCESS, ...VALVE_SLAVES.access },
    computed: { ...OF_EVERY_LIST, ...VALVE_SLAVES.computed },
  })
  mountResource(api, tempDeviceResource, {
    only: TEMP_DEVICES.only,
    access: DEVICE_ACCESS,
    computed: { ...OF_EVERY_LIST, ...TEMP_DEVICES.computed },
    beforeWrite: probes.check,
    afterWrite: probes.save,
  })
  mountResource(api, lampPoleResource, {
    computed: { deptId: 'select d.dept_id from device d where d.id = t.device_id' },
  })
  const lamps = lampSlaves(DEFAULT_ZONE)
  mountResource(api, lampSlaveResource, {
    only: lamps.only,
    access: DEVICE_ACCESS,
    computed: { ...OF_EVERY_LIST, ...lamps.computed },
  })
  return devices
}
