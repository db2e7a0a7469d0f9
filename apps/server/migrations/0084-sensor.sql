-- How sensors were calibrated. The record only grows: the newest line of a metric of a device is in force, and a line that
-- ends a calibration is one of them.
create table sensor_calibration (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id) on delete cascade,
  metric text not null,
  way text not null check (way in ('TWO_POINT', 'SHIFT', 'END')),
  first_raw double precision,
  first_ref double precision,
  second_raw double precision,
  second_ref double precision,
  -- value = gain * raw + shift
  gain double precision not null check (gain > 0),
  shift double precision not null,
  calibrated_on date,
  due_date date check (due_date >= calibrated_on),
  certificate_no text,
  laboratory text,
  remark text,
  by_name text,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check (way = 'END' or (first_raw is not null and first_ref is not null and calibrated_on is not null and due_date is not null)),
  check (way <> 'TWO_POINT' or (second_raw <> first_raw and second_ref <> first_ref))
);
create index sensor_calibration_newest on sensor_calibration (device_id, metric, id desc);
create index sensor_calibration_time on sensor_calibration (create_time desc, id desc);

create function sensor_calibration_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a calibration is not changed';
end $$;
-- It goes with its device alone.
create trigger sensor_calibration_stays before update or delete on sensor_calibration
  for each row when (pg_trigger_depth() = 0) execute function sensor_calibration_stays();

-- Every quantity that a device measures and that can be calibrated, by its product: numbers that are neither counters nor
-- sums of a time, nor tell of the device itself; an opening proves commands and is calibrated by a full stroke.
create view v_sensor as
  select d.id * 1000 + m.place as id, d.id as device_id, d.device_no, d.dept_id, d.area_id, p.device_type_code,
    m.point->>'key' as metric, m.point->'name' as words, coalesce(m.point->>'unit', '') as unit,
    (m.point->>'decimals')::integer as decimals
  from device d
  join product p on p.id = d.product_id
  cross join lateral jsonb_array_elements(p.points) with ordinality as m (point, place)
  where not d.deleted and d.lifecycle <> 'RETIRED'
    and m.point->>'kind' = 'number' and not m.point ? 'counterMax'
    and m.point->>'key' not in ('batteryV', 'batteryPct', 'csq', 'rssi', 'snr', 'opening', 'gateOpening',
      'rain', 'rainDay', 'hourVolume', 'remainWater', 'energy', 'dim');
