-- A well goes with its device.
create table well (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id) on delete cascade,
  well_no text not null,
  depth_m numeric(8, 1),
  water_depth_m numeric(8, 2),
  built_year integer,
  casing_mm integer,
  pump_model text,
  pump_head_m numeric(8, 1),
  pump_flow_m3h numeric(10, 1),
  pump_power_kw numeric(10, 2),
  power_to_water numeric(8, 3),
  coef_test_date date,
  coef_valid_until date,
  irrigated_mu numeric(10, 1),
  licence_no text,
  annual_permit_m3 numeric(12, 0),
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check (coef_valid_until >= coef_test_date)
);
create unique index well_device_unique on well (device_id) where not deleted;
create index well_no on well (well_no) where not deleted;
