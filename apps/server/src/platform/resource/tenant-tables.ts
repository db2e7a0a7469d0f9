import { RESOURCES } from '@sluice/contract'

/**
 * The only list of tables, and of views of them, whose rows belong to a tenant. A statement that names one of them must
 * carry the scope of a session or come from the door for the system itself (scoped.ts);
 * testing/src/invariants/statement-recorder.ts proves it, and an invariant test compares this list with the columns `dept_id`
 * and `device_id` of the real schema.
 */

/**
 * Rows carry `dept_id`. `creator` names the column that data scope SELF compares; without one SELF sees nothing. Of a
 * `shared` table the rows without a department are everybody's to see.
 */
const TENANT_TABLES = {
  dept: { creator: 'create_by' },
  sys_user: { creator: 'create_by' },
  role: { creator: 'create_by', shared: true },
  api_key: { creator: 'user_id' },
  login_log: { creator: 'user_id' },
  oper_log: { creator: 'user_id' },
  operation_line: { creator: 'user_id' },
  device: { creator: 'create_by' },
  area: { creator: 'create_by' },
  device_group: { creator: 'create_by' },
  operator_key: { creator: 'create_by' },
  device_tag: { creator: 'create_by' },
  product_provisioning: { creator: 'create_by' },
  temp_scene: { creator: 'create_by' },
  firmware_rollout: { creator: 'create_by' },
  fault: {},
  geo_feature: { creator: 'create_by' },
  isolation: { creator: 'create_by' },
  alarm_limit: { creator: 'create_by', shared: true },
  maintenance_window: { creator: 'create_by' },
  site_profile: { creator: 'create_by' },
  notice_user: { creator: 'create_by' },
  push_rule: { creator: 'create_by' },
  push_message: {},
  flow_definition: { creator: 'create_by' },
  flow_instance: { creator: 'user_id' },
  duty_shift: {},
  history_import: { creator: 'create_by' },
  v_person: { creator: 'create_by' },
  v_dept: { creator: 'create_by' },
  v_device: { creator: 'create_by' },
  v_device_group: {},
  v_geo_feature: { creator: 'create_by' },
  v_push_message: {},
} as const satisfies Record<string, { creator?: string; shared?: true }>

/** Rows carry `device_id` and are reached only through a device that the session sees (`scopedDeviceId`). */
export const DEVICE_TABLES = [
  'device_shadow',
  'device_reported',
  'v_device_reported',
  'condition_outbox',
  'telemetry',
  'telemetry_hour',
  'telemetry_day',
  'rollup_dirty',
  'rollup_dirty_day',
  'device_message',
  'device_event',
  'connect_log',
  'byte_log',
  'command',
  'geo_valve',
  'isolation_valve',
  'device_group_member',
  'meter_exchange',
  'device_counter',
  'device_usual',
  'device_coefficient',
  'commissioning',
  'commissioning_item',
  'device_certificate',
  'device_provision',
  'well',
  'v_well',
  'temp_excursion',
  'temp_limit',
  'temp_probe',
  'v_temp_probe',
  'lamp_pole',
  'sensor_calibration',
  'v_sensor',
  'device_firmware',
  'device_firmware_span',
  'v_device_firmware_span',
  'firmware_device',
  'device_attribute',
  'device_parameter',
  'device_desired',
  'refusal',
  'repair_record',
  'v_device_replacement',
  'fault_auto',
  'v_device_state',
  'v_report',
  'v_fault',
  'v_open_fault',
  'v_command',
  'v_command_proof',
  'v_connect_log',
  'v_byte_log',
] as const

/** The table whose tree defines the tenants. */
export const TENANT_TREE: TenantTable = 'dept'

export type TenantTable = keyof typeof TENANT_TABLES
export type DeviceTable = (typeof DEVICE_TABLES)[number]

export interface TenantFacts {
  creator?: string
  shared?: true
}

const PLAIN: TenantFacts = { creator: 'create_by' }

/** The tables of plain resources whose rows belong to a department. */
function plainTables(): string[] {
  return Object.values(RESOURCES).flatMap(({ plain, scope, table }) => (plain && scope === 'dept' ? [table] : []))
}

/** The scope's facts about a table with `dept_id`: those above, and those of plain resources. */
export function tenantFacts(table: string): TenantFacts | undefined {
  if (Object.hasOwn(TENANT_TABLES, table)) return TENANT_TABLES[table as keyof typeof TENANT_TABLES]
  return plainTables().includes(table) ? PLAIN : undefined
}

/** Every table with `dept_id`. */
export function tenantTables(): readonly string[] {
  return [...Object.keys(TENANT_TABLES), ...plainTables()]
}

export function isTenantTable(table: string): table is TenantTable {
  return tenantFacts(table) !== undefined
}
