-- What people do about a fault (domain 6.3), what explains it, and who hears of it. The line of a fault is append-only;
-- what lists and rules ask for stands beside it in the row.
alter table fault
  add column fault_no text generated always as ('F' || lpad(id::text, 8, '0')) stored,
  -- The fault that explains this one.
  add column cause_id bigint references fault (id) on delete set null,
  -- First taken or assigned, and when its work was done.
  add column ack_time timestamptz,
  add column resolve_time timestamptz,
  add column handle_note text,
  add column ignored_until timestamptz;
update fault set ack_time = taken_time where taken_time is not null;
create index fault_cause on fault (cause_id) where cause_id is not null;
create index fault_ignored on fault (ignored_until) where handle_state = 'IGNORED';

create table fault_log (
  id bigint generated always as identity primary key,
  fault_id bigint not null references fault (id) on delete cascade,
  ts timestamptz not null,
  action text not null check (action in
    ('RAISE', 'REPEAT', 'CLEAR', 'ACK', 'RELEASE', 'ASSIGN', 'START', 'NOTE', 'RESOLVE', 'CLOSE', 'IGNORE', 'REOPEN')),
  -- Nobody where the platform did it.
  user_id bigint,
  user_name text,
  note text
);
create index fault_log_of on fault_log (fault_id, ts, id);

insert into fault_log (fault_id, ts, action) select id, first_time, 'RAISE' from fault;
insert into fault_log (fault_id, ts, action, user_id, user_name)
  select id, taken_time, 'ACK', taken_id, taken_name from fault where taken_time is not null;
insert into fault_log (fault_id, ts, action) select id, clear_time, 'CLEAR' from fault where clear_time is not null;

create or replace view v_fault as
  select id, device_id, code, level, condition_state, first_time, clear_time, last_time, handle_state, cause_id, taken_id,
    taken_name, ack_time, resolve_time, fault_no
  from fault;

-- Steps of the remedy that were taken, counted from 0.
create table fault_step (
  fault_id bigint not null references fault (id) on delete cascade,
  step integer not null check (step between 0 and 49),
  user_id bigint,
  user_name text not null,
  ts timestamptz not null,
  primary key (fault_id, step)
);
-- What may move on by itself.
create index fault_rests on fault (clear_time) where condition_state = 'CLEARED' and handle_state <> 'CLOSED';
