-- Holidays of a department and those below it (domain 6.2). A shift of a holiday is asked before the one of the usual rota; where a
-- time of it has none, the usual rota holds.
create table duty_holiday (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  day date not null,
  name text not null,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index duty_holiday_day_unique on duty_holiday (dept_id, day) where not deleted;

alter table duty_shift add column holiday_id bigint references duty_holiday (id) on delete cascade;
-- Beside the usual shift of a time there may be one of the holiday.
alter table duty_shift drop constraint duty_shift_dept_id_from_time_to_time_key;
create unique index duty_shift_usual on duty_shift (dept_id, from_time, to_time) where holiday_id is null;
create unique index duty_shift_holiday on duty_shift (dept_id, from_time, to_time, holiday_id) where holiday_id is not null;
