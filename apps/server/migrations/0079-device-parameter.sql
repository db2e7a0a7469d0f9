-- What a device is to have is its shared attributes, what it says it has its client attributes. Of each parameter of its
-- model: since when a value is wanted, who wanted it, and when the device proved it (null: not since then).
create table device_parameter (
  device_id bigint not null references device (id) on delete cascade,
  key text not null,
  since timestamptz not null,
  by_name text,
  proven_time timestamptz,
  primary key (device_id, key)
);

-- Counts the changes of what a device is to have: a change that was made without knowing the one before is refused.
create table device_desired (
  device_id bigint primary key references device (id) on delete cascade,
  version integer not null
);
