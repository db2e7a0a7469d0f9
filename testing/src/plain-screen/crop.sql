create table crop (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  name text not null,
  water_mm integer,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index crop_name_unique on crop (name) where not deleted;
create index crop_dept on crop (dept_id) where not deleted;
