-- How a device counts where it differs from its product: from an instant on, and never before it. What was written down
-- stays as it was, because values are read by what was in force at their time.
create table device_counter (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id),
  key text not null,
  from_time timestamptz not null,
  -- It begins again at ten to this power; null: where its product says.
  digits int check (digits between 3 and 12),
  -- In the unit of the metric, what one count is worth; null: what its product says.
  per_pulse double precision check (per_pulse > 0),
  remark text,
  by_name text,
  create_by bigint not null,
  create_time timestamptz not null default now(),
  unique (device_id, key, from_time)
);
create function device_counter_stays() returns trigger language plpgsql as $$
begin
  raise exception 'how a device counted is not changed';
end $$;
create trigger device_counter_stays before update or delete on device_counter
  for each row execute function device_counter_stays();
