-- Limits of one metric (domain 5.1 AlarmConfig): what they apply to, what they raise, and where the values of a device stand
-- with them. Those of types and products belong to the platform and have no department.
create table alarm_limit (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('TYPE', 'PRODUCT', 'GROUP', 'DEVICE')),
  device_type_code text,
  product_id bigint references product (id) on delete cascade,
  group_id bigint references device_group (id) on delete cascade,
  device_id bigint references device (id) on delete cascade,
  dept_id bigint references dept (id),
  key text not null,
  op text not null check (op in ('GT', 'GE', 'LT', 'LE', 'OUTSIDE', 'EQ', 'NE')),
  value double precision,
  value2 double precision check (value2 > value),
  equals text,
  hysteresis double precision check (hysteresis >= 0),
  hold_s integer check (hold_s >= 0),
  repeat_n integer check (repeat_n >= 1),
  window_from text,
  window_to text,
  week_mask integer check (week_mask between 1 and 127),
  fault_code text not null references fault_code (code) on update cascade,
  level integer check (level between 1 and 4),
  enabled boolean not null default true,
  remark text,
  built_in boolean not null default false,
  -- What a built-in one came as.
  defaults jsonb check (built_in = (defaults is not null)),
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check (num_nonnulls(device_type_code, product_id, group_id, device_id) = 1),
  check (case scope when 'TYPE' then device_type_code is not null when 'PRODUCT' then product_id is not null
    when 'GROUP' then group_id is not null else device_id is not null end),
  check ((scope in ('GROUP', 'DEVICE')) = (dept_id is not null)),
  check (case when op in ('EQ', 'NE') then equals is not null else value is not null and (op <> 'OUTSIDE' or value2 is not null) end),
  check ((window_from is null) = (window_to is null))
);
create unique index alarm_limit_place on alarm_limit
  (scope, coalesce(device_type_code, ''), coalesce(product_id, group_id, device_id, 0), key, fault_code) where not deleted;
create index alarm_limit_device on alarm_limit (device_id) where device_id is not null;
create index alarm_limit_dept on alarm_limit (dept_id);

alter table device_shadow add column limit_states jsonb;
alter table condition_outbox add column level smallint, add column trigger jsonb;
-- What raised a fault that a limit found, and the values of the device when it began.
alter table fault add column trigger jsonb, add column snapshot jsonb;

-- The limits of domain 3.3 that are the same for every device of a type. Where a number depends on the place, the limit is
-- there and switched off.
insert into alarm_limit (scope, device_type_code, key, op, value, value2, equals, hold_s, repeat_n, fault_code, level, enabled,
  built_in, defaults)
select 'TYPE', type, key, op, value, value2, equals, hold_s, repeat_n, fault_code, level, enabled, true,
  jsonb_build_object('op', op, 'value', value, 'value2', value2, 'equals', equals, 'holdS', hold_s, 'repeatN', repeat_n,
    'level', level, 'enabled', enabled)
from (
  select type, 'csq' as key, 'LT' as op, 10::float8 as value, null::float8 as value2, null::text as equals,
    null::integer as hold_s, 3 as repeat_n, 'C03' as fault_code, null::integer as level, true as enabled
  from unnest(array['VALVE', 'HYDRANT', 'SENSOR', 'WATER_CONTROLLER', 'PUMP', 'IRRIGATION', 'WEATHER', 'LAMP', 'GATEWAY', 'TEMP',
    'COVER', 'COMPRESSOR', 'CARWASH', 'RELIC']) as of (type)
  union all
  select type, 'batteryPct', 'LT', limits.value, null, null, null, 2, limits.code, null, true
  from unnest(array['VALVE', 'HYDRANT', 'SENSOR', 'IRRIGATION', 'WEATHER', 'TEMP', 'COVER', 'RELIC', 'LORAWAN']) as of (type),
    (values ('P01', 20::float8), ('P02', 10)) as limits (code, value)
  union all
  select type, key, op, value::float8, value2::float8, equals, hold_s::integer, repeat_n::integer, fault_code, null::integer, enabled
  from (values
    ('VALVE', 'valveState', 'EQ', null, null, 'UNKNOWN', 600, null, 'V06', true),
    ('VALVE', 'torquePct', 'GE', 100, null, null, null, null, 'V03', true),
    ('VALVE', 'inletPressure', 'GT', 0.8, null, null, 300, null, 'V07', true),
    ('VALVE', 'inletPressure', 'LT', 0.14, null, null, 300, null, 'V08', false),
    ('VALVE', 'outletPressure', 'GT', 0.55, null, null, 300, null, 'V09', false),
    ('VALVE', 'outletPressure', 'LT', 0.05, null, null, 300, null, 'V10', false),
    ('HYDRANT', 'pressure', 'LT', 0.14, null, null, 300, null, 'H01', false),
    ('HYDRANT', 'tilt', 'GT', 30, null, null, null, null, 'H02', true),
    ('HYDRANT', 'waterPresent', 'EQ', null, null, 'true', 300, null, 'H03', true),
    ('HYDRANT', 'capOpen', 'EQ', null, null, 'true', null, null, 'H04', false),
    ('HYDRANT', 'waterTemp', 'LT', 2, null, null, 600, null, 'H05', true),
    ('LAMP', 'voltage', 'OUTSIDE', 198, 242, null, 300, null, 'L03', true),
    ('LAMP', 'leakCurrent', 'GT', 30, null, null, null, null, 'L04', true),
    ('COVER', 'tilt', 'GT', 10, null, null, 2, 2, 'G01', true),
    ('COVER', 'opened', 'EQ', null, null, 'true', null, null, 'G01', true),
    ('COVER', 'gasCh4', 'GE', 25, null, null, null, null, 'G04', true),
    ('COVER', 'h2s', 'GE', 10, null, null, null, null, 'G04', true),
    ('COMPRESSOR', 'exhaustTemp', 'GT', 105, null, null, null, 2, 'A01', true),
    ('COMPRESSOR', 'separatorDp', 'GT', 1.5, null, null, 300, null, 'A03', true),
    ('CARWASH', 'tankLevel', 'LT', 15, null, null, 300, null, 'X01', true),
    ('CARWASH', 'foamLevel', 'LT', 15, null, null, 300, null, 'X02', true),
    ('CARWASH', 'emergencyStop', 'EQ', null, null, 'true', null, null, 'X03', true),
    ('CARWASH', 'waterTemp', 'LT', 3, null, null, 600, null, 'X04', true),
    ('IRRIGATION', 'filterDp', 'GT', 0.07, null, null, 300, null, 'I02', true),
    ('RELIC', 'temperature', 'OUTSIDE', 5, 20, null, 1800, null, 'R01', true),
    ('RELIC', 'humidity', 'OUTSIDE', 45, 65, null, 1800, null, 'R02', true),
    ('LORAWAN', 'rssi', 'LT', -120, null, null, null, 3, 'N03', true),
    -- Rules over several values: metrics that follow from reported ones (packages/devices/src/limit/derived-metrics.ts).
    ('VALVE', 'closedFlow', 'GT', 0.5, null, null, 600, null, 'V11', true),
    ('HYDRANT', 'closedFlow', 'GT', 0.5, null, null, 600, null, 'V11', true),
    ('VALVE', 'openingDeviation', 'GT', 3, null, null, 300, null, 'V05', true),
    ('PUMP', 'phaseUnbalance', 'GT', 10, null, null, 60, null, 'W02', true),
    ('WATER_CONTROLLER', 'phaseUnbalance', 'GT', 10, null, null, 60, null, 'W02', true),
    ('PUMP', 'weakestPhase', 'LT', 20, null, null, null, 2, 'W01', true),
    ('WATER_CONTROLLER', 'weakestPhase', 'LT', 20, null, null, null, 2, 'W01', true),
    ('PUMP', 'runningFlow', 'LE', 0.1, null, null, 300, null, 'W04', true),
    ('WATER_CONTROLLER', 'runningFlow', 'LE', 0.1, null, null, 300, null, 'W04', true),
    ('LAMP', 'litPower', 'LT', 3, null, null, null, 2, 'L01', true),
    ('LAMP', 'offCurrent', 'GT', 0.05, null, null, null, 2, 'L02', true)
  ) as single (type, key, op, value, value2, equals, hold_s, repeat_n, fault_code, enabled)
) as seed (type, key, op, value, value2, equals, hold_s, repeat_n, fault_code, level, enabled)
where exists (select from fault_code c where c.code = seed.fault_code)
order by type, key, fault_code;

-- How a limit calls what it applies to.
create or replace view v_product as
  select id, device_type_code, product_no, metrics, name, english_name from product;
create view v_device_group as select id, dept_id, name, deleted from device_group;

-- What people set of a limit, in one piece: how a built-in one came, and whether it is still so.
create function alarm_limit_settings(l alarm_limit) returns jsonb language sql immutable as $$
  select jsonb_build_object('op', l.op, 'value', l.value, 'value2', l.value2, 'equals', l.equals, 'hysteresis', l.hysteresis,
    'holdS', l.hold_s, 'repeatN', l.repeat_n, 'windowFrom', l.window_from, 'windowTo', l.window_to, 'weekMask', l.week_mask,
    'level', l.level, 'enabled', l.enabled)
$$;
update alarm_limit l set defaults = alarm_limit_settings(l) where built_in;

-- A limit belongs to the department of what it names, also after that has moved.
create function alarm_limit_follows() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'device' then update alarm_limit set dept_id = new.dept_id where device_id = new.id;
  else update alarm_limit set dept_id = new.dept_id where group_id = new.id; end if;
  return null;
end $$;
create trigger alarm_limit_follows after update of dept_id on device
  for each row when (old.dept_id is distinct from new.dept_id) execute function alarm_limit_follows();
create trigger alarm_limit_follows after update of dept_id on device_group
  for each row when (old.dept_id is distinct from new.dept_id) execute function alarm_limit_follows();
