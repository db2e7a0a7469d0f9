-- What people attach to rows. A file belongs to who uploaded it until a row refers to it; what no row refers to goes after
-- a day. Content does not get smaller by compressing it once more.
create table stored_file (
  id bigint generated always as identity primary key,
  name text not null,
  type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  -- A picture that was drawn anew: it may be shown in place.
  picture boolean not null,
  resource text,
  row_id bigint,
  field text,
  position smallint not null default 0,
  create_by bigint not null,
  create_time timestamptz not null,
  check ((resource is null) = (row_id is null) and (resource is null) = (field is null))
);
alter table stored_file alter column content set storage external;
create index stored_file_row on stored_file (resource, row_id) where row_id is not null;
create index stored_file_age on stored_file (create_time);
