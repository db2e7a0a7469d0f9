-- The last time of day that retention believed. A clock that is far from it deletes nothing until somebody says so.
create table clock_trust (
  only_row boolean primary key default true check (only_row),
  trusted_time timestamptz not null
);
