-- Putting devices into service: one row for each, and what happened to it in the order it arrived.
create table commissioning (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id),
  state text not null default 'BEGUN' check (state in ('BEGUN', 'PROVEN', 'ACCEPTED', 'DEFECTIVE')),
  -- What the device has to prove, by the commands it had when it was begun.
  needs text[] not null,
  begin_time timestamptz not null,
  prove_time timestamptz,
  accept_time timestamptz,
  lng double precision,
  lat double precision,
  accuracy_m double precision,
  moved_m double precision,
  installer_name text,
  accepter_name text,
  -- The two signatures as they were drawn.
  signatures jsonb,
  defects text,
  version integer not null default 0,
  create_by bigint not null,
  create_name text not null,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check ((accept_time is null) = (state in ('BEGUN', 'PROVEN'))),
  check (state <> 'DEFECTIVE' or defects is not null)
);
-- Two people at one device work on one commissioning.
create unique index commissioning_open on commissioning (device_id) where accept_time is null;
create index commissioning_device on commissioning (device_id, id desc);
create index commissioning_begun on commissioning (begin_time desc);

create table commissioning_item (
  id bigint generated always as identity primary key,
  commissioning_id bigint not null references commissioning (id),
  device_id bigint not null references device (id),
  -- Made on the telephone: what it sends again is known by it.
  key text not null,
  kind text not null check (kind in ('BEGUN', 'PLACED', 'PHOTO', 'PROOF', 'ACCEPTED')),
  facts jsonb not null,
  at timestamptz not null,
  create_by bigint not null,
  by_name text not null,
  create_time timestamptz not null,
  unique (create_by, key)
);
create index commissioning_item_of on commissioning_item (commissioning_id, id);
create function commissioning_item_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to a commissioning is not changed';
end $$;
create trigger commissioning_item_stays before update or delete on commissioning_item
  for each row execute function commissioning_item_stays();

-- Who asked for a command and when, for those who rest on its proof.
create or replace view v_command_proof as
  select id, device_id, code, status, target, before, after, late, create_time, done_time from command;
