-- Counters of the old unit that nobody could read, each with the reason.
alter table device_replacement add column unread jsonb not null default '[]';
