-- Limits of the codes of domain 6.5 that nothing raised so far (docs/fault-sources.md). Where a number depends on the device or
-- the place (a rated current, the depth of a shaft, a permit), the limit is there and switched off.
insert into alarm_limit (scope, device_type_code, key, op, value, value2, equals, hold_s, repeat_n, fault_code, enabled, built_in,
  defaults)
select 'TYPE', type, key, op, value::float8, value2::float8, equals, hold_s::integer, repeat_n::integer, fault_code, enabled, true, '{}'
from (values
  ('VALVE', 'daylightVoltage', 'LT', 13, null, null, 86400, null, 'P04', false),
  ('HYDRANT', 'daylightVoltage', 'LT', 13, null, null, 86400, null, 'P04', false),
  ('SENSOR', 'daylightVoltage', 'LT', 13, null, null, 86400, null, 'P04', false),
  ('IRRIGATION', 'daylightVoltage', 'LT', 13, null, null, 86400, null, 'P04', false),
  ('WEATHER', 'daylightVoltage', 'LT', 13, null, null, 86400, null, 'P04', false),
  ('VALVE', 'stalledCurrent', 'GT', 0.3, null, null, 5, null, 'V01', true),
  ('VALVE', 'motorCurrent', 'GT', 3, null, null, null, 2, 'V02', false),
  ('VALVE', 'travelTime', 'GT', 150, null, null, null, null, 'V04', true),
  ('VALVE', 'inletPressureLost', 'EQ', null, null, 'true', null, 2, 'V15', true),
  ('VALVE', 'outletPressureLost', 'EQ', null, null, 'true', null, 2, 'V15', true),
  ('PUMP', 'greatestCurrent', 'GT', 36, null, null, 10, null, 'W03', false),
  ('WATER_CONTROLLER', 'greatestCurrent', 'GT', 36, null, null, 10, null, 'W03', false),
  ('WATER_CONTROLLER', 'yearVolume', 'GE', 20000, null, null, null, null, 'W08', false),
  ('COVER', 'waterLevel', 'GT', 1.4, null, null, 300, null, 'G02', false),
  ('COVER', 'waterLevel', 'GT', 1.8, null, null, 60, null, 'G03', false),
  ('COMPRESSOR', 'exhaustPressure', 'GT', 9, null, null, 60, null, 'A02', false),
  ('COMPRESSOR', 'airFilterDp', 'GT', 0.5, null, null, 300, null, 'A04', true),
  ('COMPRESSOR', 'motorCurrent', 'GT', 84, null, null, 10, null, 'A05', false),
  ('IRRIGATION', 'flowingPressure', 'LT', 0.1, null, null, 300, null, 'I01', true),
  ('IRRIGATION', 'flow', 'GT', 78, null, null, 300, null, 'I04', false),
  ('IRRIGATION', 'fertEc', 'OUTSIDE', 0.8, 3.6, null, 300, null, 'I05', false),
  ('IRRIGATION', 'fertPh', 'OUTSIDE', 4.4, 7.8, null, 300, null, 'I05', false),
  ('RELIC', 'humidityJump', 'GT', 5, null, null, null, null, 'R03', true),
  ('RELIC', 'vibration', 'GT', 0.5, null, null, null, null, 'R04', false),
  ('RELIC', 'lux', 'GT', 300, null, null, 600, null, 'R05', true),
  ('RELIC', 'tilt', 'GT', 1, null, null, 600, null, 'R06', false),
  ('RELIC', 'crack', 'GT', 1, null, null, 600, null, 'R06', false),
  ('LORAWAN', 'lossRate', 'GT', 10, null, null, null, 3, 'N02', true)
) as seed (type, key, op, value, value2, equals, hold_s, repeat_n, fault_code, enabled)
-- An installation may have a limit of its own there already.
where exists (select from fault_code c where c.code = seed.fault_code)
on conflict do nothing;
update alarm_limit l set defaults = alarm_limit_settings(l) where built_in and defaults = '{}';

-- Who finds a fault, by what finds it now; and those that nothing finds before their area is built.
alter table fault_code drop constraint fault_code_source_check;
alter table fault_code add constraint fault_code_source_check check (source in ('DEVICE', 'LIMIT', 'RULE', 'WATCH', 'NONE'));
update fault_code c set source = x.source
from (values ('P04', 'RULE'), ('V14', 'WATCH'), ('V15', 'RULE'), ('W03', 'RULE'), ('W08', 'LIMIT'), ('I04', 'LIMIT'), ('I05', 'LIMIT'),
  ('R03', 'RULE'), ('N02', 'LIMIT'), ('N01', 'NONE'), ('X05', 'NONE'), ('D01', 'NONE'), ('D02', 'NONE')) as x (code, source)
where c.code = x.code and c.built_in;
