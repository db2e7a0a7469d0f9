-- Addresses and networks that no device listener takes a connection from, for a time or for good.
create table blocked_address (
  id bigint generated always as identity primary key,
  -- An address, or a network with its host bits cleared: 10.1.0.0/16.
  network text not null unique,
  reason text not null,
  -- Null: for good.
  until_time timestamptz,
  hits bigint not null default 0,
  last_hit_time timestamptz,
  create_by bigint not null,
  -- As the person was called then.
  by_name text not null,
  create_time timestamptz not null
);
create index blocked_address_page on blocked_address (create_time desc, id desc);
