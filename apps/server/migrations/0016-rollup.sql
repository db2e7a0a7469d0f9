-- A mark is a row of its own that nobody changes: whoever stores a report waits neither for the rollup nor for another who
-- marks the same hour, and a rollup takes away just the marks it has seen (decision 0005).
alter table rollup_dirty drop constraint rollup_dirty_pkey;
alter table rollup_dirty add column id bigint generated always as identity primary key;
create index rollup_dirty_place on rollup_dirty (bucket, device_id);

alter table rollup_dirty_day drop constraint rollup_dirty_day_pkey;
alter table rollup_dirty_day add column id bigint generated always as identity primary key;
create index rollup_dirty_day_place on rollup_dirty_day (bucket, device_id);

-- A rebuild of hours and days that an operator asked for, with how far it is: one that was stopped goes on from there.
create table rollup_rebuild (
  id bigint generated always as identity primary key,
  -- Null: all devices.
  only_device bigint,
  from_day date,
  to_day date,
  -- All devices up to this one are done, and of the next one everything before this day.
  at_device bigint not null default 0,
  at_day date,
  hours_changed bigint not null default 0,
  days_changed bigint not null default 0,
  start_time timestamptz not null,
  end_time timestamptz
);
