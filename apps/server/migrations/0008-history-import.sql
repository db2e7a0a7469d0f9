-- What an earlier system kept, brought in through the pipeline of all reports (docs/operations.md, "Bringing history").
create table history_import (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  name text not null,
  program text not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'DONE', 'CANCELLED')),
  from_time timestamptz not null,
  to_time timestamptz not null,
  expected bigint not null,
  done bigint not null default 0,
  marked bigint not null default 0,
  rejected jsonb not null default '{}',
  -- The client's own word for the last batch that is stored.
  cursor text,
  reached_time timestamptz,
  create_by bigint,
  create_time timestamptz not null,
  last_time timestamptz,
  end_time timestamptz
);
-- The name is what a client that starts again finds its import by.
create unique index history_import_name on history_import (dept_id, name) where status <> 'CANCELLED';
create index history_import_running on history_import (id desc) where status = 'RUNNING';

-- Days of past hours whose rollup is to be made: an import touches whole days of a device, and one mark for each of
-- its hours would cost as much as the reports themselves. `bucket` is where the site's day begins, cut to the hour.
create table rollup_dirty_day (
  device_id bigint not null,
  bucket timestamptz not null,
  hours smallint not null check (hours between 1 and 26),
  primary key (bucket, device_id)
);

alter table telemetry drop constraint telemetry_source_check;
alter table telemetry add constraint telemetry_source_check
  check (source in ('REPORT', 'READ', 'RECOVERED', 'IMPORT'));
