-- Meters that gave their place to others. What was written down stays as it was: a wrong one is followed by a right one.
create table meter_exchange (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id),
  key text not null,
  ts timestamptz not null,
  old_last double precision not null check (old_last >= 0),
  new_first double precision not null check (new_first >= 0),
  old_meter_no text,
  new_meter_no text,
  remark text,
  by_name text,
  create_by bigint not null,
  create_time timestamptz not null default now(),
  unique (device_id, key, ts)
);
create function meter_exchange_stays() returns trigger language plpgsql as $$
begin
  raise exception 'an exchange of a meter is not changed';
end $$;
create trigger meter_exchange_stays before update or delete on meter_exchange
  for each row execute function meter_exchange_stays();
