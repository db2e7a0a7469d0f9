-- Places as a tree; a boundary is land of the map.
create table area (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  parent_id bigint references area (id),
  name text not null,
  kind text not null
    check (kind in ('PROVINCE', 'CITY', 'COUNTY', 'TOWN', 'VILLAGE', 'DISTRICT', 'DMA', 'SITE')),
  adcode text,
  area_mu numeric(12, 2),
  boundary_id bigint references geo_feature (id),
  sort integer not null default 0,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create index area_dept on area (dept_id) where not deleted;
create index area_parent on area (parent_id) where not deleted;

create table device_tag (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  name text not null,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index device_tag_name_unique on device_tag (dept_id, name) where not deleted;

-- Devices that are there already work in the field.
alter table device
  add column lifecycle text not null default 'INSTALLED'
    check (lifecycle in ('PRODUCED', 'IN_STOCK', 'SHIPPED', 'INSTALLED', 'UNDER_REPAIR', 'RETIRED')),
  add column serial_no text,
  add column area_id bigint references area (id),
  add column tag_ids bigint[],
  add column network text check (network in ('CAT1_4G', 'NB_IOT', 'LORA', 'LORAWAN', 'ETHERNET', 'RS485')),
  add column iccid text,
  add column imei text,
  add column coord_source text check (coord_source in ('GPS', 'MAP_PICK', 'IMPORT')),
  add column install_time timestamptz,
  add column installer text,
  add column warranty_until date;
alter table device alter column lifecycle set default 'PRODUCED';
-- Everything that asks whether a device is in use then knows that a retired one is not.
alter table device add constraint device_retired_off check (lifecycle <> 'RETIRED' or not enabled);

create unique index device_serial_unique on device (serial_no) where not deleted and serial_no is not null;
create unique index device_iccid_unique on device (iccid) where not deleted and iccid is not null;
create unique index device_imei_unique on device (imei) where not deleted and imei is not null;
create index device_area on device (area_id) where not deleted and area_id is not null;
create index device_tags on device using gin (tag_ids) where not deleted and tag_ids is not null;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index device_find_unit on device using gin (serial_no gin_trgm_ops, imei gin_trgm_ops) where not deleted;
  end if;
end $$;

create or replace view v_device_state as
  select device_id, status, offline_cause, readings, last_seen_time, first_seen_time from device_shadow;

create view v_geo_feature as
  select id, dept_id, kind, create_by from geo_feature where not deleted;
