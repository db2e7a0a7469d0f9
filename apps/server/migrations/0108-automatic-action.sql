-- What the platform does by itself when a fault begins (domain 6.5): nothing, until somebody switches it on. It acts in that
-- person's name.
alter table fault_code
  add column auto_action text check (auto_action in ('STOP', 'CLOSE', 'STEP_CLOSE')),
  add column auto_step_pct integer check (auto_step_pct between 1 and 50),
  add column auto_on boolean not null default false,
  add column auto_by bigint,
  add column auto_by_name text,
  add constraint fault_code_step check ((auto_action is not distinct from 'STEP_CLOSE') = (auto_step_pct is not null)),
  add constraint fault_code_auto check (not auto_on or (auto_action is not null and auto_by is not null));

update fault_code c set auto_action = x.action, auto_step_pct = x.step_pct
from (values ('S02', 'CLOSE', null), ('V02', 'STOP', null), ('V03', 'STOP', null), ('V09', 'STEP_CLOSE', 10), ('V13', 'CLOSE', null),
  ('W01', 'STOP', null), ('W03', 'STOP', null), ('W04', 'STOP', null), ('W08', 'STOP', null)) as x (code, action, step_pct)
where c.code = x.code and c.built_in;

-- One for each beginning of a fault of a code that acts, written with that beginning.
create table fault_auto (
  id bigint generated always as identity primary key,
  fault_id bigint not null references fault (id) on delete cascade,
  device_id bigint not null references device (id) on delete cascade,
  begun_time timestamptz not null,
  action text not null check (action in ('STOP', 'CLOSE', 'STEP_CLOSE')),
  step_pct integer,
  by_id bigint not null,
  by_name text not null,
  state text not null check (state in ('WAITING', 'SENT', 'REFUSED', 'LEFT')),
  reason text,
  error text,
  command_id bigint references command (id),
  create_time timestamptz not null,
  check ((state = 'SENT') = (command_id is not null)),
  check ((state in ('REFUSED', 'LEFT')) = (reason is not null)),
  unique (fault_id, begun_time)
);
create index fault_auto_waiting on fault_auto (id) where state = 'WAITING';

alter table command drop constraint command_source_check;
alter table command add constraint command_source_check
  check (source in ('MANUAL', 'TIMER', 'STRATEGY', 'SCENARIO', 'ORDER', 'API', 'NETTY', 'FAULT'));
