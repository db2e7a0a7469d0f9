-- Repair of devices after sale (domain 6.2, 6.4): the order, its parts, every step of its life, and the re-tests before
-- its end.
create table repair_record (
  id bigint generated always as identity primary key,
  repair_no text generated always as ('R' || lpad(id::text, 8, '0')) stored,
  device_id bigint not null references device (id),
  source text not null check (source in ('FAULT', 'CALL', 'INSPECTION', 'RETURN')),
  fault_id bigint references fault (id),
  level integer not null check (level between 1 and 4),
  problem text not null,
  contact text,
  phone text,
  status text not null check (status in ('CREATED', 'ASSIGNED', 'ACCEPTED', 'ON_SITE', 'WAIT_PARTS', 'REPAIRING',
    'FINISHED', 'CONFIRMED', 'CLOSED', 'CANCELLED')),
  assignee_id bigint references sys_user (id),
  plan_time timestamptz,
  -- What the clock counts, as it follows from repair_event: kept here for lists.
  sla_state text not null default 'NONE' check (sla_state in ('NONE', 'RESPOND', 'FIX', 'STOPPED', 'OVER')),
  sla_due timestamptz,
  sla_left_s integer,
  sla_late boolean not null default false,
  arrive_time timestamptz,
  finish_time timestamptz,
  cause text,
  damaged boolean,
  measure text,
  test_state text not null default 'NONE' check (test_state in ('NONE', 'RUNNING', 'PASSED', 'FAILED', 'STOPPED')),
  untested text,
  old_serial_no text,
  new_serial_no text,
  labor_fee bigint check (labor_fee >= 0),
  pay_state text not null default 'NONE' check (pay_state in ('NONE', 'UNPAID', 'PAID', 'FREE')),
  score integer check (score between 1 and 5),
  visit_note text,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check ((source = 'FAULT') = (fault_id is not null))
);
-- One open order for a fault.
create unique index repair_open_fault on repair_record (fault_id)
  where status in ('CREATED', 'ASSIGNED', 'ACCEPTED', 'ON_SITE', 'WAIT_PARTS', 'REPAIRING');
create index repair_device on repair_record (device_id, id desc);
create index repair_assignee on repair_record (assignee_id, status);
create index repair_due on repair_record (sla_due) where sla_due is not null;

create table repair_part (
  id bigint generated always as identity primary key,
  repair_record_id bigint not null references repair_record (id) on delete cascade,
  line_no integer not null,
  item text not null,
  quantity numeric(12, 2) not null check (quantity >= 0),
  price bigint not null check (price >= 0),
  amount bigint generated always as (round(quantity * price)) stored,
  constraint repair_part_line unique (repair_record_id, line_no) deferrable initially deferred
);

-- Every step of the life; it only grows, and the clock follows from it.
create table repair_event (
  id bigint generated always as identity primary key,
  repair_id bigint not null references repair_record (id) on delete cascade,
  ts timestamptz not null,
  from_status text,
  to_status text not null,
  user_id bigint,
  user_name text,
  note text
);
create index repair_event_of on repair_event (repair_id, id);

create table repair_test (
  id bigint generated always as identity primary key,
  repair_id bigint not null references repair_record (id) on delete cascade,
  state text not null check (state in ('RUNNING', 'PASSED', 'FAILED', 'STOPPED')),
  moves boolean not null,
  hold_s integer not null check (hold_s >= 0),
  -- Whose rights its commands have (SavedCaller).
  caller jsonb not null,
  by_name text not null,
  start_time timestamptz not null,
  end_time timestamptz
);
-- One at a time.
create unique index repair_test_running on repair_test (repair_id) where state = 'RUNNING';
create index repair_test_of on repair_test (repair_id, id desc);

create table repair_test_step (
  test_id bigint not null references repair_test (id) on delete cascade,
  no integer not null,
  step text not null check (step in ('READ', 'LIMITS', 'MOVE', 'BACK', 'COMPARE', 'HOLD')),
  state text not null check (state in ('WAITING', 'RUNNING', 'PASSED', 'FAILED', 'STOPPED')),
  start_time timestamptz,
  end_time timestamptz,
  target double precision,
  proved double precision,
  command_id bigint,
  reason text,
  detail text,
  primary key (test_id, no)
);

-- Until when a device is under warranty, and what a code of faults says of itself.
create view v_device_warranty as select id, warranty_until from device;
create view v_fault_code_life as select code, auto_clear from fault_code where not deleted;
