create table work_order (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  order_no text not null,
  status text not null,
  leader_id bigint references sys_user (id),
  helper_ids bigint[],
  skills text[],
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

create table work_order_item (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_order (id) on delete cascade,
  line_no integer not null,
  part text not null,
  quantity numeric(12, 2) not null,
  price bigint,
  amount bigint generated always as (round(quantity * price)) stored,
  source text,
  fitted_by_id bigint references sys_user (id),
  fitted_on date,
  spent integer,
  spare boolean,
  constraint work_order_item_part unique (work_order_id, part),
  constraint work_order_item_line unique (work_order_id, line_no) deferrable initially deferred
);
