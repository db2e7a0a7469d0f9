-- What places are to keep.
create table temp_scene (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  name text not null,
  lower numeric(4, 1),
  upper numeric(4, 1),
  hum_lower numeric(4, 1),
  hum_upper numeric(4, 1),
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check (lower < upper),
  check (hum_lower < hum_upper)
);
create index temp_scene_dept on temp_scene (dept_id) where not deleted;

-- What is said of a probe, with the limits that follow from it, and how far its readings were judged by them.
create table temp_probe (
  device_id bigint primary key references device (id) on delete cascade,
  probe_position text,
  -- A scene is only marked as deleted, which its probes forbid.
  scene_id bigint references temp_scene (id) on delete set null,
  own_lower numeric(4, 1),
  own_upper numeric(4, 1),
  own_hum_lower numeric(4, 1),
  own_hum_upper numeric(4, 1),
  lower numeric(4, 1),
  upper numeric(4, 1),
  hum_lower numeric(4, 1),
  hum_upper numeric(4, 1),
  -- The newest reading that was judged; null: it never had limits.
  counted_to timestamptz,
  -- Readings came late: everything from here on is judged again.
  recount_from timestamptz
);
create index temp_probe_scene on temp_probe (scene_id);

-- Every limit that was ever in force, so that a late reading is judged by those of its time.
create table temp_limit (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id) on delete cascade,
  since timestamptz not null,
  lower numeric(4, 1),
  upper numeric(4, 1)
);
create index temp_limit_device on temp_limit (device_id, since);

create table temp_excursion (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id) on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz,
  -- The last reading outside.
  last_time timestamptz not null,
  max double precision not null,
  min double precision not null,
  mkt double precision not null,
  -- Of the terms exp(-ΔH/RT) of its readings, so that one that lasts is not read from its start again.
  kinetic_sum double precision not null,
  readings integer not null,
  lower numeric(4, 1),
  upper numeric(4, 1),
  unique (device_id, start_time)
);
create index temp_excursion_start on temp_excursion (start_time desc, id desc);
create unique index temp_excursion_open on temp_excursion (device_id) where end_time is null;

create view v_temp_probe as
  select device_id, probe_position, scene_id, own_lower, own_upper, own_hum_lower, own_hum_upper,
    lower, upper, hum_lower, hum_upper
  from temp_probe;

create or replace view v_report as
  select device_id, ts, readings, quality, source from telemetry;
