-- Figures of faults: those that began in a time, and which firmware a device ran in it.
create index fault_first on fault (first_time);

-- From when to when a device ran a version, as far as it said so. What it ran before this was kept is not known: nothing stands
-- here for that time.
create table device_firmware_span (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id) on delete cascade,
  version_name text not null,
  from_time timestamptz not null,
  -- It still runs it.
  to_time timestamptz
);
create index device_firmware_span_device on device_firmware_span (device_id, from_time);
create unique index device_firmware_span_open on device_firmware_span (device_id) where to_time is null;
insert into device_firmware_span (device_id, version_name, from_time)
  select device_id, version_name, report_time from device_firmware;

-- Whoever writes what a device runs writes this with it.
create function firmware_span_follows() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.version_name = old.version_name then
    return null;
  end if;
  update device_firmware_span set to_time = greatest(from_time, new.report_time)
    where device_id = new.device_id and to_time is null /* unscoped:pipeline */;
  insert into device_firmware_span (device_id, version_name, from_time)
    values (new.device_id, new.version_name, new.report_time) /* unscoped:pipeline */;
  return null;
end $$;
create trigger firmware_span_follows after insert or update on device_firmware
  for each row execute function firmware_span_follows();

create view v_device_firmware_span as select device_id, version_name, from_time, to_time from device_firmware_span;
