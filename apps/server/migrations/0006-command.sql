-- The ledger: every command with what it rests on, and every transmission of it (docs/decisions/0009-command-ledger.md).
create table command (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id),
  -- Who holds the connection: the master of a slave, else the device itself.
  station_id bigint not null references device (id),
  code text not null,
  params jsonb not null default '{}',
  source text not null
    check (source in ('MANUAL', 'TIMER', 'STRATEGY', 'SCENARIO', 'ORDER', 'API', 'NETTY')),
  source_id text,
  operator_id bigint,
  operator_name text,
  reason text,
  -- Chosen by the caller: a call that is repeated finds the command of the first one.
  idempotency_key text,
  priority smallint not null check (priority between 1 and 9),
  status text not null check (status in ('QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING', 'EXECUTED', 'FAILED',
    'TIMEOUT', 'EXPIRED', 'CANCELLED', 'SUPERSEDED')),
  -- What was true of the device's type when the command was made: a newer program must not judge it by other rules.
  absolute boolean not null,
  repeats_others boolean not null,
  -- {"opening": 0-100, or null for at rest}; null for what moves nothing.
  target jsonb,
  stroke_s integer not null,
  ack_timeout_s integer not null,
  exec_timeout_s integer not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  create_time timestamptz not null,
  expire_time timestamptz not null,
  sent_time timestamptz,
  ack_time timestamptz,
  motion_time timestamptz,
  done_time timestamptz,
  -- When the step it is in is given up: what timers are made of, so that a restart loses none.
  deadline timestamptz,
  result_code text,
  result_msg text,
  before jsonb,
  after jsonb,
  late boolean not null default false,
  outcome_unknown boolean not null default false,
  superseded_by bigint references command (id),
  version integer not null default 0
);
create unique index command_key on command (operator_id, idempotency_key) where idempotency_key is not null;
create index command_device on command (device_id, id desc);
create index command_active on command (station_id) where status in ('QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING');
create index command_unproven on command (done_time) where status in ('TIMEOUT', 'FAILED');

-- Committed before the first byte leaves, and at most one transmission for each row, ever.
create table command_attempt (
  command_id bigint not null references command (id) on delete cascade,
  no integer not null check (no > 0),
  ts timestamptz not null,
  downlink jsonb not null,
  -- The process that wrote it, and alone may transmit it: an answer that the store lost is looked up by this.
  process text not null,
  -- Null: nothing is known of it. It may never have left.
  outcome text check (outcome in ('SENT', 'NO_CHANNEL', 'ACK', 'NAK', 'TIMEOUT')),
  outcome_time timestamptz,
  primary key (command_id, no)
);
