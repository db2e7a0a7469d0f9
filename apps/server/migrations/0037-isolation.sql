-- Bursts that were closed off. The row and its valves are written before the first command, so that what a valve was at
-- is known afterwards, whatever becomes of the server or of who asked.
create table isolation (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  edge_id bigint not null references geo_feature (id),
  lng double precision,
  lat double precision,
  reason text,
  -- As confirmed: the lines between the valves, and the valves that have to be closed by hand.
  stretches jsonb not null,
  length_m double precision not null,
  by_hand jsonb not null,
  idempotency_key text not null,
  create_by bigint not null,
  create_name text not null,
  create_time timestamptz not null,
  -- Who puts the valves back, with the rights they had when they asked.
  restore_caller jsonb,
  restore_name text,
  restore_time timestamptz,
  restore_done_time timestamptz
);
create unique index isolation_key on isolation (create_by, idempotency_key);
create index isolation_dept on isolation (dept_id, create_time desc);
create index isolation_restoring on isolation (id) where restore_time is not null and restore_done_time is null;

create table isolation_valve (
  isolation_id bigint not null references isolation (id) on delete cascade,
  device_id bigint not null references device (id) on delete cascade,
  no integer not null,
  -- Its last report before the first command.
  before_opening double precision,
  before_mode text,
  before_lock boolean,
  was_closed boolean not null,
  -- The valves it stands in for: device and reason.
  instead_of jsonb not null,
  passed_over boolean not null default false,
  command_id bigint,
  refused text,
  -- Smaller numbers are put back first.
  turn integer not null,
  restore_tries integer not null default 0,
  restore_command_id bigint,
  restore_refused text,
  left_out text,
  primary key (isolation_id, device_id)
);
create index isolation_valve_device on isolation_valve (device_id);
