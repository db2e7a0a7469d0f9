-- Devices that ask for their token with the key and secret of their product.
create table product_provisioning (
  product_id bigint primary key references product (id) on delete cascade,
  provision_key text not null unique,
  -- sha256, hexadecimal: it is drawn here, so there is nothing to guess.
  secret_hash text not null,
  secret_time timestamptz not null default now(),
  enabled boolean not null default true,
  -- Who is let in: any name, or only devices that are registered already.
  admits text not null check (admits in ('ANYBODY', 'REGISTERED')),
  -- Where a new device goes.
  dept_id bigint not null references dept (id),
  area_id bigint references area (id),
  -- Patterns of names, apart by blanks or commas; null: any.
  names text,
  total_limit integer not null check (total_limit > 0),
  hour_limit integer not null check (hour_limit > 0),
  expire_time timestamptz,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);

-- Every token that was given so.
create table device_provision (
  id bigint generated always as identity primary key,
  product_id bigint not null references product (id),
  device_id bigint not null references device (id),
  outcome text not null check (outcome in ('CREATED', 'CLAIMED', 'REISSUED')),
  remote text not null,
  create_time timestamptz not null default now()
);
create index device_provision_product on device_provision (product_id, create_time desc);
create index device_provision_device on device_provision (device_id);

-- A token that is replaced may go on for a while, until the new one was used or the time is over.
alter table device
  add column access_token_time timestamptz,
  -- Its first connection.
  add column access_token_used timestamptz,
  add column old_token_hash text,
  add column old_token_until timestamptz,
  -- The last connection with it.
  add column old_token_used timestamptz;
create index device_old_token on device (old_token_hash) where old_token_hash is not null;
-- Whoever reported has used its token.
update device set access_token_used = now()
  where access_token_hash is not null
    and exists (select from device_shadow s where s.device_id = device.id and s.first_seen_time is not null);
