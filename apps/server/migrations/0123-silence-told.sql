-- Whether the silence of a device that is offline was told, so that it is told once: a slave goes offline with its master, and
-- is silent itself only later.
alter table device_shadow add column silence_told boolean not null default false;
update device_shadow set silence_told = true where status = 'OFFLINE' and offline_cause = 'SELF' /* unscoped:start */;
-- Neither column changes with a report, so that most reports still write no index.
create index device_shadow_untold on device_shadow (device_id) where offline_cause in ('SELF', 'MASTER') and not silence_told;

create or replace view v_device_state as
  select device_id, status, offline_cause, readings, last_seen_time, first_seen_time, silent_after from device_shadow;
