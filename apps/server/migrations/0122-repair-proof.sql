-- A re-test: when the first report came while the device was held, and the values that were beyond a limit.
alter table repair_test_step
  add column heard_time timestamptz,
  add column beyond jsonb not null default '[]';

-- Who was told of a fault, for its time line.
create view v_push_fault as select message_id, fault_id from push_fault;
create view v_push_message as
  select id, dept_id, notice_user_id, channel, status, reason, sent_time, read_time,
    case when status = 'FAILED' then update_time end as failed_time
  from push_message;
create view v_notice_user as select id, name from notice_user;
