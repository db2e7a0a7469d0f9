create table work_part (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  order_id bigint not null references work_order (id),
  name text not null,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create index work_part_order on work_part (order_id) where not deleted;
