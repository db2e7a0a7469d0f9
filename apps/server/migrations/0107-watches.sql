-- What the platform looks back over: what is usual of a device at each hour of the day, and the last day by which water per
-- energy of a pump was judged.
create table device_usual (
  device_id bigint primary key references device (id) on delete cascade,
  -- By metric, 24 pairs of median and 95th percentile; {}: too little is known.
  hours jsonb not null,
  counted_time timestamptz not null
);
create index device_usual_counted on device_usual (counted_time);

create table device_coefficient (
  device_id bigint primary key references device (id) on delete cascade,
  day date not null,
  water_m3 double precision not null,
  energy_kwh double precision not null
);

create view v_well as select device_id, pump_head_m from well where not deleted;

-- The limits of rules that look back, and of a probe that is gone (domain 3.3, 6.5). Where a valve may well be open without flow
-- the limit is there and switched off.
insert into alarm_limit (scope, device_type_code, key, op, value, equals, hold_s, repeat_n, fault_code, enabled, built_in, defaults)
select 'TYPE', type, key, op, value::float8, equals, hold_s::integer, repeat_n::integer, fault_code, enabled, true, '{}'
from (values
  ('VALVE', 'openVolume', 'LE', 0, null, 86400, null, 'V12', true),
  ('HYDRANT', 'openVolume', 'LE', 0, null, 86400, null, 'V12', true),
  ('VALVE', 'burstFlow', 'GT', 150, null, 300, null, 'V13', true),
  ('IRRIGATION', 'openFlow', 'LE', 0.1, null, 600, null, 'I03', true),
  ('HYDRANT', 'openFlow', 'LE', 0.1, null, 600, null, 'I03', true),
  ('VALVE', 'openFlow', 'LE', 0.1, null, 600, null, 'I03', false),
  ('PUMP', 'runningEnergy', 'LE', 0, null, 3600, null, 'W06', true),
  ('WATER_CONTROLLER', 'runningEnergy', 'LE', 0, null, 3600, null, 'W06', true),
  ('TEMP', 'probeState', 'EQ', null, 'OPEN', null, null, 'T03', true),
  ('TEMP', 'probeLost', 'EQ', null, 'true', null, 2, 'T03', true)
) as seed (type, key, op, value, equals, hold_s, repeat_n, fault_code, enabled)
-- An installation may have a limit of its own there already.
where exists (select from fault_code c where c.code = seed.fault_code)
on conflict do nothing;
update alarm_limit l set defaults = alarm_limit_settings(l) where built_in and defaults = '{}';
