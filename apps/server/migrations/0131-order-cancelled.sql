-- A repair order of a fault was cancelled: nobody works on it by that order any more.
alter table fault_log drop constraint fault_log_action_check;
alter table fault_log add constraint fault_log_action_check check (action in
  ('RAISE', 'REPEAT', 'CLEAR', 'ACK', 'RELEASE', 'ASSIGN', 'START', 'CANCEL', 'NOTE', 'RESOLVE', 'CLOSE', 'IGNORE', 'REOPEN'));

-- From a fault to its orders.
create view v_fault_repair as select id, fault_id, status from repair_record;
create index repair_of_fault on repair_record (fault_id, id) where fault_id is not null;
