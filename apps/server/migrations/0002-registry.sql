-- What can be installed, and what is. One table for direct devices, masters and slaves (domain 2.2).
create table product (
  id bigint generated always as identity primary key,
  product_no text not null unique,
  name text not null,
  device_type_code text not null,
  node_kind text not null check (node_kind in ('DIRECT', 'GATEWAY', 'SLAVE')),
  protocol text not null,
  points jsonb not null default '[]',
  commands jsonb not null default '[]',
  version integer not null default 0,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);

create table device (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  product_id bigint not null references product (id),
  master_id bigint references device (id),
  channel integer check (channel between 1 and 64),
  device_no text not null,
  name text not null,
  -- SL 651 station address, 10 upper-case hex characters.
  station_address text,
  -- What the station must send. The standard sends it in the open, so it is an identity check, not a secret key.
  station_password text,
  enabled boolean not null default true,
  lng double precision check (lng between -180 and 180),
  lat double precision check (lat between -90 and 90),
  address text,
  report_interval_s integer check (report_interval_s between 5 and 604800),
  simulated boolean not null default false,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check ((lng is null) = (lat is null)),
  check (master_id is null or channel is not null)
);
create unique index device_no_unique on device (device_no) where not deleted;
create unique index device_station_unique on device (station_address) where not deleted and station_address is not null;
create unique index device_channel_unique on device (master_id, channel) where not deleted and master_id is not null;
create index device_dept on device (dept_id, device_no) where not deleted;
create index device_product on device (product_id) where not deleted;

-- Stations that report and belong to nobody: the last 20 frames of each, for 7 days.
create table unknown_station (
  id bigint generated always as identity primary key,
  protocol text not null,
  address text not null,
  remote text not null,
  first_time timestamptz not null,
  last_time timestamptz not null,
  frame_count bigint not null,
  unique (protocol, address)
);
create index unknown_station_last on unknown_station (last_time);

create table unknown_frame (
  station_id bigint not null references unknown_station (id) on delete cascade,
  -- Position in the ring of 20.
  slot integer not null check (slot between 0 and 19),
  ts timestamptz not null,
  raw bytea not null,
  primary key (station_id, slot)
);
