-- A firmware on its way to devices, wave after wave. All of it is in rows: whichever process looks next goes on.
create table firmware_rollout (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  firmware_id bigint not null references firmware (id),
  name text not null,
  group_id bigint references device_group (id),
  area_id bigint references area (id),
  device_ids bigint[] not null default '{}',
  waves text not null,
  pause_minutes integer,
  max_failure_pct integer not null,
  timeout_hours integer not null,
  state text not null check (state in ('PLANNED', 'RUNNING', 'PAUSED', 'STOPPED', 'DONE')),
  reason text,
  -- The last wave that was let go.
  wave integer not null default 0,
  wave_count integer not null default 0,
  left_out integer not null default 0,
  -- Somebody let the next wave go.
  go_ahead boolean not null default false,
  wave_end_time timestamptz,
  start_time timestamptz,
  end_time timestamptz,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create index firmware_rollout_dept on firmware_rollout (dept_id);
create index firmware_rollout_firmware on firmware_rollout (firmware_id);
create index firmware_rollout_group on firmware_rollout (group_id);
create index firmware_rollout_area on firmware_rollout (area_id);

create table firmware_device (
  id bigint generated always as identity primary key,
  rollout_id bigint not null references firmware_rollout (id) on delete cascade,
  device_id bigint not null references device (id) on delete cascade,
  wave integer not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'OFFERED', 'DOWNLOADING', 'DOWNLOADED', 'VERIFIED',
    'UPDATING', 'UPDATED', 'FAILED', 'TIMED_OUT', 'SKIPPED')),
  percent smallint not null default 0,
  reason text,
  -- It took at least one part, or said that it began.
  begun boolean not null default false,
  offer_time timestamptz,
  change_time timestamptz not null,
  unique (rollout_id, device_id)
);
-- A device is in one roll-out at a time.
create unique index firmware_device_open on firmware_device (device_id)
  where state in ('WAITING', 'OFFERED', 'DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING');
create index firmware_device_wave on firmware_device (rollout_id, wave, state);
create index firmware_device_device on firmware_device (device_id);
create index firmware_device_change on firmware_device (change_time desc, id desc);
