-- What a device answers when it is read because a fault began (domain 6.5: snapshot), kept with that beginning.
alter table fault_code drop constraint fault_code_auto_action_check;
alter table fault_code add constraint fault_code_auto_action_check
  check (auto_action in ('STOP', 'CLOSE', 'STEP_CLOSE', 'SNAPSHOT'));
alter table fault_auto drop constraint fault_auto_action_check;
alter table fault_auto add constraint fault_auto_action_check check (action in ('STOP', 'CLOSE', 'STEP_CLOSE', 'SNAPSHOT'));
alter table fault_auto
  add column readings jsonb,
  add column read_time timestamptz,
  add constraint fault_auto_read check ((readings is null) = (read_time is null) and (readings is null or action = 'SNAPSHOT'));
create index fault_auto_unread on fault_auto (create_time) where action = 'SNAPSHOT' and state = 'SENT' and readings is null;

-- Switched off until somebody switches it on, as the others. Who decided on something else keeps it.
update fault_code set auto_action = 'SNAPSHOT' where code in ('S01', 'H04') and built_in and auto_action is null;
