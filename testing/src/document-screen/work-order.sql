create table work_order (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  order_no text not null,
  status text not null,
  leader_id bigint references sys_user (id),
  helper_ids bigint[],
  cost bigint,
  pipe_m numeric(12, 2),
  planned integer,
  urgency text,
  days smallint,
  place numeric(9, 6)[],
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index work_order_no_unique on work_order (order_no) where not deleted;
create index work_order_dept on work_order (dept_id) where not deleted;
