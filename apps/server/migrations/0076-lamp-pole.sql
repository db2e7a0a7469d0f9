-- Where a lamp hangs and what it draws: facts of a device that no report tells. They go with their device.
create table lamp_pole (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id) on delete cascade,
  pole_no text not null,
  loop_no text,
  rated_w numeric(7, 1) check (rated_w > 0),
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index lamp_pole_device_unique on lamp_pole (device_id) where not deleted;
create index lamp_pole_loop on lamp_pole (loop_no) where not deleted;
