-- How each person looks at lists, and the long work he asked for.
create table user_preference (
  user_id bigint not null references sys_user (id) on delete cascade,
  key text not null,
  value jsonb not null,
  update_time timestamptz not null default now(),
  primary key (user_id, key)
);

create table job_run (
  id bigint generated always as identity primary key,
  -- Nobody but him sees it, whatever his data scope is.
  user_id bigint not null references sys_user (id) on delete cascade,
  kind text not null check (kind in ('EXPORT', 'IMPORT_CHECK', 'IMPORT')),
  resource text not null,
  title text not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  progress bigint not null default 0,
  total bigint,
  -- Random name below the data folder, and the name it is handed out under.
  file_path text,
  file_name text,
  file_bytes bigint,
  -- Holds one-time passwords: gone with the first download.
  file_once boolean not null default false,
  counts jsonb,
  report jsonb,
  error text,
  create_time timestamptz not null default now(),
  -- A run that does not say anything any more died with its process.
  heard_time timestamptz not null default now(),
  end_time timestamptz,
  expire_time timestamptz not null
);
create index job_run_user on job_run (user_id, id desc);
create index job_run_expire on job_run (expire_time);
create index job_run_open on job_run (heard_time) where status in ('QUEUED', 'RUNNING');
