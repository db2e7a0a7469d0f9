-- What happened beside a device under repair, as a telephone sent it: once, however often it is sent.
create table repair_entry (
  id bigint generated always as identity primary key,
  repair_id bigint not null references repair_record (id) on delete cascade,
  -- Made on the telephone: what it sends again is known by it.
  key text not null,
  kind text not null check (kind in ('STEP', 'FIELDS', 'PHOTO', 'SIGNATURE')),
  at timestamptz not null,
  create_by bigint not null,
  by_name text not null,
  create_time timestamptz not null,
  unique (create_by, key)
);
create index repair_entry_of on repair_entry (repair_id, id);
create function repair_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what a telephone sent of a repair is not changed';
end $$;
create trigger repair_entry_stays before update on repair_entry
  for each row execute function repair_entry_stays();

-- Who signed for the customer; the signatures are files.
alter table repair_record add column customer_name text;
