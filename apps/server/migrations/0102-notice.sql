-- Who hears of faults, when and how (domain 6.2): people, rules, who is on duty, and every message that was or is to be sent.
create table notice_user (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  name text not null,
  user_id bigint references sys_user (id),
  phone text,
  email text,
  wechat_open_id text,
  language text not null default 'zh-CN' check (language in ('zh-CN', 'en-US')),
  channels text[] not null,
  levels text[],
  device_types text[],
  area_ids bigint[],
  quiet_from text,
  quiet_to text,
  enabled boolean not null default true,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check ((quiet_from is null) = (quiet_to is null))
);
create index notice_user_dept on notice_user (dept_id) where not deleted;
create index notice_user_account on notice_user (user_id) where user_id is not null;

create table push_rule (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  place integer not null,
  name text not null,
  levels text[],
  codes bigint[],
  delay_min integer not null default 0,
  repeat_min integer,
  escalate_after_min integer,
  escalate_to bigint references notice_user (id),
  merge_window_s integer not null default 60,
  enabled boolean not null default true,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check ((escalate_after_min is null) = (escalate_to is null))
);
create index push_rule_dept on push_rule (dept_id) where not deleted;

create table push_limit (
  id bigint generated always as identity primary key,
  channel text not null unique,
  person_hourly integer,
  dept_daily integer,
  total_daily integer,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
insert into push_limit (channel, person_hourly, dept_daily, total_daily) values
  ('INAPP', null, null, null),
  ('EMAIL', 30, null, null),
  ('SMS', 30, 200, 2000),
  ('VOICE', 10, 50, 500),
  ('DINGTALK', 30, null, null),
  ('WECOM', 30, null, null),
  ('WECHAT', 30, null, null),
  ('WEBHOOK', null, null, null);

-- Who is called for the faults of a department. A shift that is asked for keeps its person until the other one agrees.
create table duty_shift (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id) on delete cascade,
  notice_user_id bigint not null references notice_user (id) on delete cascade,
  from_time timestamptz not null,
  to_time timestamptz not null,
  swapped_from bigint references notice_user (id) on delete set null,
  asked_id bigint references notice_user (id) on delete set null,
  asked_time timestamptz,
  version integer not null default 0,
  check (to_time > from_time),
  unique (dept_id, from_time, to_time)
);
create index duty_shift_time on duty_shift (dept_id, to_time);

-- One message for each person, channel and storm. It is open for further faults until `window_end` and until it is begun.
create table push_message (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id) on delete cascade,
  notice_user_id bigint not null references notice_user (id) on delete cascade,
  channel text not null,
  level integer not null check (level between 1 and 4),
  status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'READ', 'FAILED', 'DROPPED')),
  reason text,
  title text,
  content text,
  url text,
  error text,
  provider_id text,
  -- The same for every attempt.
  message_key uuid not null default gen_random_uuid(),
  opened_at timestamptz not null,
  window_end timestamptz not null,
  due_time timestamptz not null,
  attempts integer not null default 0,
  next_try timestamptz,
  -- While one process sends it no other takes it.
  lease_until timestamptz,
  sent_time timestamptz,
  read_time timestamptz,
  -- Somebody wanted it sent again, whatever has become of its faults.
  forced boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create index push_message_waiting on push_message (due_time) where status = 'PENDING';
create index push_message_queue on push_message (notice_user_id, channel, id) where status = 'PENDING';
create index push_message_dept on push_message (dept_id, due_time desc);
create index push_message_due on push_message (due_time desc);
create index push_message_sent on push_message (channel, sent_time) where sent_time is not null;

-- What a message tells of. The key is what can be told only once: a step of a beginning of a fault, to a person, by a channel.
create table push_fault (
  message_id bigint not null references push_message (id) on delete cascade,
  fault_id bigint not null references fault (id) on delete cascade,
  begun_at timestamptz not null,
  -- 0: when it began; n: the n-th repetition; -1: because nobody took it.
  step integer not null,
  notice_user_id bigint not null,
  channel text not null,
  primary key (fault_id, begun_at, step, notice_user_id, channel)
);
create index push_fault_message on push_fault (message_id);

-- Beginnings of faults that were decided, and when they are looked at again.
create table push_plan (
  fault_id bigint not null references fault (id) on delete cascade,
  begun_at timestamptz not null,
  -- When telling began: with the fault, or when it was no longer explained by another.
  base_at timestamptz not null,
  outcome text not null,
  next_step timestamptz,
  primary key (fault_id, begun_at)
);
create index push_plan_next on push_plan (next_step) where next_step is not null;

-- Faults that are open when this comes are nobody's news.
insert into push_plan (fault_id, begun_at, base_at, outcome)
select id, date_trunc('milliseconds', coalesce(begin_times[cardinality(begin_times)], first_time)), now(), 'BEFORE'
from fault where condition_state = 'ACTIVE';

-- `begun_at` is when it began the last time, `begun` how often within two hours.
create or replace view v_fault as
  select id, device_id, code, level, condition_state, first_time, clear_time, last_time, handle_state, cause_id, taken_id,
    taken_name, ack_time, resolve_time, fault_no,
    date_trunc('milliseconds', coalesce(begin_times[cardinality(begin_times)], first_time)) as begun_at,
    greatest(cardinality(begin_times), 1) as begun
  from fault;

create or replace view v_fault_code as
  select code, name, english_name, id, level, push, enabled from fault_code where not deleted;

create or replace view v_device as
  select id, dept_id, product_id, master_id, device_no, name, enabled, lng, lat, deleted, create_by, report_interval_s, area_id
  from device;

create view v_area as select id, parent_id, name, deleted from area;
