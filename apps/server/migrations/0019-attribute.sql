-- What a gateway said of a slave: that it is not connected to it any more.
alter table device_shadow drop constraint device_shadow_offline_cause_check;
alter table device_shadow add constraint device_shadow_offline_cause_check
  check (offline_cause in ('SELF', 'MASTER', 'DISCONNECTED'));

-- What a device says of itself (CLIENT) and what it is told to be (SHARED), one row per key: no history, the last word counts.
create table device_attribute (
  device_id bigint not null references device (id) on delete cascade,
  scope text not null check (scope in ('CLIENT', 'SHARED')),
  key text not null,
  value jsonb not null,
  update_time timestamptz not null default now(),
  primary key (device_id, scope, key)
);
