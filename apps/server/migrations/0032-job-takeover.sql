-- Exports and imports that any process on this database can run, take over and cancel.
alter table job_run
  -- What it is, what was asked for and by whom; null in lines from before, which died with their process.
  add column work text,
  add column asked jsonb,
  -- The department below the root that the person belongs to: the queue is shared by these.
  add column tenant text,
  -- Of the uploaded file.
  add column upload_bytes bigint not null default 0,
  -- Each start counts: who holds an earlier one writes nothing any more.
  add column attempt integer not null default 0,
  -- In which order tenants had their turns.
  add column turn bigint,
  -- How far an import is, as of its last committed batch.
  add column reached jsonb;
create sequence job_run_turn;

create table job_run_upload (
  job_id bigint primary key references job_run (id) on delete cascade,
  file bytea not null
);

-- What an import has to say of single rows, written with the batch that they belong to.
create table job_run_row (
  job_id bigint not null references job_run (id) on delete cascade,
  row_number integer not null,
  refused jsonb,
  -- One-time passwords, sealed with the server's key.
  secrets bytea,
  primary key (job_id, row_number)
);
