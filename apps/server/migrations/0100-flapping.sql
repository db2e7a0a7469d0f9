-- When a fault began within the last two hours: one that comes and goes is told as one.
alter table fault add column begin_times timestamptz[] not null default '{}';
