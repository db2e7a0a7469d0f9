-- One unit took the place of another: its name, position, master, address and settings went over, its own history did not.
create table device_replacement (
  id bigint generated always as identity primary key,
  old_device_id bigint not null unique references device (id),
  new_device_id bigint not null unique references device (id),
  -- The order by which it was done.
  repair_id bigint not null references repair_record (id),
  ts timestamptz not null,
  -- What each counter read last and first: [{ "key", "oldLast", "newFirst" }].
  counters jsonb not null,
  by_name text not null,
  create_by bigint not null,
  check (old_device_id <> new_device_id)
);
create index device_replacement_repair on device_replacement (repair_id, id desc);
create function device_replacement_stays() returns trigger language plpgsql as $$
begin
  raise exception 'an exchange of units is not changed';
end $$;
create trigger device_replacement_stays before update or delete on device_replacement
  for each row execute function device_replacement_stays();

create view v_device_replacement as select old_device_id as device_id, new_device_id, repair_id, ts from device_replacement;
