-- Devices that belong together: by hand, or by a stored search that is asked whenever somebody looks.
create table device_group (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  parent_id bigint references device_group (id),
  name text not null,
  kind text not null check (kind in ('NORMAL', 'ROTATION', 'LAMP_LOOP', 'DMA')),
  membership text not null check (membership in ('HAND', 'FILTER')),
  -- Values of one field stand between commas, as in the address of the list.
  filter jsonb,
  sort integer not null default 0,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check ((membership = 'FILTER') = (filter is not null))
);
create index device_group_dept on device_group (dept_id) where not deleted;
create index device_group_parent on device_group (parent_id) where not deleted;

create table device_group_member (
  group_id bigint not null references device_group (id) on delete cascade,
  device_id bigint not null references device (id) on delete cascade,
  primary key (group_id, device_id)
);
create index device_group_member_device on device_group_member (device_id);
