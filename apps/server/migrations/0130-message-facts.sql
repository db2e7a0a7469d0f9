-- What raised a fault, for whoever tells of it.
create or replace view v_fault as
  select id, device_id, code, level, condition_state, first_time, clear_time, last_time, handle_state, cause_id, taken_id,
    taken_name, ack_time, resolve_time, fault_no,
    date_trunc('milliseconds', coalesce(begin_times[cardinality(begin_times)], first_time)) as begun_at,
    greatest(cardinality(begin_times), 1) as begun, in_maintenance, trigger
  from fault;

-- The rule that was in force, and whether the words of the message are about this fault: what was over or taken when it left is
-- not among them.
alter table push_fault add column rule_id bigint, add column told boolean not null default false;
update push_fault p set told = true from push_message m where m.id = p.message_id and m.status in ('SENT', 'READ');
create or replace view v_push_fault as select message_id, fault_id, told from push_fault;
