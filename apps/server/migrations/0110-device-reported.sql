-- From when on reports of a device are known that an earlier system kept: it worked before its first report here.
create table device_reported (
  device_id bigint primary key references device (id) on delete cascade,
  from_time timestamptz not null
);
create view v_device_reported as select device_id, from_time from device_reported;
