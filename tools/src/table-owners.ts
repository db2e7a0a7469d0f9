/** The owners of the tables, and the views that a module publishes for others (apps/server/migrations). */
export interface Ownership {
  tables: readonly string[]
  /** By view: the modules that read it. */
  views?: Readonly<Record<string, readonly string[]>>
}

/** By module of apps/server/src/modules; `platform` is everything below them. */
export const TABLE_OWNERS: Readonly<Record<string, Ownership>> = {
  platform: {
    tables: [
      'clock_trust',
      'job_run',
      'job_run_row',
      'job_run_upload',
      'oper_log',
      'oper_log_anchor',
      'oper_log_seal',
      'oper_log_unsealed',
      'outbox',
      'stored_file',
      'user_preference',
    ],
  },
  identity: {
    tables: [
      'api_key',
      'dept',
      'login_guard',
      'login_pending',
      'login_session',
      'resource',
      'role',
      'role_resource',
      'server_secret',
      'sys_user',
      'user_avatar',
      'user_recovery_code',
      'user_role',
      'user_totp',
    ],
    views: { v_dept: ['fault', 'geography', 'journal', 'notice', 'registry', 'site'] },
  },
  journal: { tables: ['login_log', 'operation_line', 'system_log'] },
  dictionary: { tables: ['dict_type', 'dict_entry'] },
  site: { tables: ['site_profile'] },
  registry: {
    tables: [
      'area',
      'commissioning',
      'commissioning_item',
      'device',
      'device_certificate',
      'device_group',
      'device_group_member',
      'device_provision',
      'device_tag',
      'device_type',
      'product',
      'product_category',
      'product_provisioning',
      'product_version',
      'sensor_calibration',
      'unknown_station',
      'unknown_frame',
      'lamp_pole',
      'well',
    ],
    views: {
      v_device: [
        'aftersale',
        'command',
        'diagnostics',
        'fault',
        'geography',
        'identity',
        'journal',
        'notice',
        'telemetry',
        'temperature',
      ],
      v_area: ['fault', 'notice'],
      v_product: ['fault', 'geography', 'notice', 'telemetry'],
      v_device_type: ['fault', 'identity'],
      v_device_group: ['fault'],
      v_device_warranty: ['aftersale'],
      v_product_version: ['telemetry'],
      v_sensor: [],
    },
  },
  telemetry: {
    tables: [
      'condition_outbox',
      'device_counter',
      'device_event',
      'device_message',
      'device_shadow',
      'history_import',
      'meter_exchange',
      'rollup_dirty',
      'rollup_dirty_day',
      'rollup_rebuild',
      'telemetry',
      'telemetry_day',
      'telemetry_hour',
    ],
    views: {
      v_device_state: ['aftersale', 'fault', 'geography', 'registry', 'temperature'],
      v_report: ['fault', 'geography', 'registry', 'temperature'],
    },
  },
  fault: {
    tables: ['alarm_limit', 'fault', 'fault_code', 'fault_log', 'fault_step', 'maintenance_window'],
    views: {
      v_fault: ['aftersale', 'geography', 'journal', 'notice', 'telemetry'],
      v_fault_code: ['aftersale', 'identity', 'notice', 'registry'],
      v_fault_code_life: ['aftersale'],
      v_open_fault: ['geography', 'registry'],
    },
  },
  notice: {
    tables: [
      'duty_shift',
      'notice_channel',
      'notice_user',
      'push_fault',
      'push_limit',
      'push_message',
      'push_plan',
      'push_rule',
    ],
  },
  command: {
    tables: ['command', 'command_attempt', 'command_template', 'operator_key'],
    views: { v_command: ['fault', 'geography', 'registry'], v_command_proof: ['journal', 'registry'] },
  },
  aftersale: {
    tables: ['repair_event', 'repair_part', 'repair_record', 'repair_test', 'repair_test_step'],
  },
  temperature: {
    tables: ['temp_excursion', 'temp_limit', 'temp_probe', 'temp_scene'],
    views: { v_temp_probe: ['registry'] },
  },
  firmware: {
    tables: ['device_firmware', 'device_firmware_span', 'firmware', 'firmware_device', 'firmware_rollout'],
    views: { v_device_firmware_span: ['fault'] },
  },
  attribute: { tables: ['device_attribute', 'device_parameter', 'device_desired'] },
  geography: {
    tables: ['geo_feature', 'geo_joint', 'geo_node', 'geo_valve', 'isolation', 'isolation_valve'],
    views: { v_geo_feature: ['registry'] },
  },
  diagnostics: {
    tables: ['blocked_address', 'byte_log', 'connect_log', 'refusal'],
    views: { v_byte_log: ['telemetry'], v_connect_log: ['telemetry'] },
  },
}
