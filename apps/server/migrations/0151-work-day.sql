-- The work calendar (domain 9.1): the days on which the installation departs from the ordinary week. No row comes with the program.
create table work_day (
  id bigint generated always as identity primary key,
  date date not null,
  kind text not null check (kind in ('HOLIDAY', 'ADJUST_WORK', 'RESTDAY', 'WORKDAY')),
  name text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index work_day_date_unique on work_day (date) where not deleted;
