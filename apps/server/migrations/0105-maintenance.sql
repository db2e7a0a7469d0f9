-- Times in which faults of some devices are recorded, but neither counted nor pushed.
create table maintenance_window (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  name text not null,
  area_id bigint references area (id) on delete cascade,
  group_id bigint references device_group (id) on delete cascade,
  device_id bigint references device (id) on delete cascade,
  from_time timestamptz not null,
  to_time timestamptz not null,
  reason text,
  ended_time timestamptz,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check (num_nonnulls(area_id, group_id, device_id) <= 1),
  check (to_time > from_time)
);
create index maintenance_dept on maintenance_window (dept_id);
create index maintenance_open on maintenance_window (to_time) where ended_time is null;

-- The window that a fault began in; and whether it is held back by it.
alter table fault
  add column maintenance_id bigint references maintenance_window (id) on delete set null,
  add column in_maintenance boolean not null default false;
create index fault_maintenance on fault (maintenance_id) where maintenance_id is not null;

create or replace view v_fault as
  select id, device_id, code, level, condition_state, first_time, clear_time, last_time, handle_state, cause_id, taken_id,
    taken_name, ack_time, resolve_time, fault_no,
    date_trunc('milliseconds', coalesce(begin_times[cardinality(begin_times)], first_time)) as begun_at,
    greatest(cardinality(begin_times), 1) as begun, in_maintenance
  from fault;
