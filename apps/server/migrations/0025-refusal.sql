-- What the device edge refused lately: one row per remote address, protocol, reason and device. The number of rows is
-- bounded by whoever writes them (refusal.store.ts), so the table needs no partitions.
create table refusal (
  id bigint generated always as identity primary key,
  remote text not null,
  protocol text not null,
  reason text not null,
  device_id bigint references device (id) on delete cascade,
  station text,
  detail text,
  bytes bytea,
  byte_at integer,
  first_time timestamptz not null,
  last_time timestamptz not null,
  count bigint not null
);
create unique index refusal_kind on refusal (remote, protocol, reason, coalesce(device_id, 0));
create index refusal_device on refusal (device_id, last_time desc);
create index refusal_page on refusal (last_time desc, id desc);

-- From which addresses and networks a station may report; null or empty: from everywhere.
alter table device add column allowed_addresses text;

insert into fault_code (code, name, level, category) values ('S08', '密码多次错误', 3, 'SECURITY');
