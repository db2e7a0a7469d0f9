-- A gateway that ended its connection, and one whose connection broke.
alter table device_shadow drop constraint device_shadow_offline_cause_check;
alter table device_shadow add constraint device_shadow_offline_cause_check
  check (offline_cause in ('SELF', 'MASTER', 'DISCONNECTED', 'CLOSED', 'LOST'));
