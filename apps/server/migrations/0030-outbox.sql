-- Events that are stored with what they tell of and delivered after its commit (docs/decisions/0027-durable-work.md).
create table outbox (
  id bigint generated always as identity primary key,
  name text not null,
  -- Events of one key are delivered one after the other: whoever writes one holds the row that the key names.
  key text not null,
  fact jsonb not null,
  attempts smallint not null default 0,
  last_error text,
  available_at timestamptz not null default now(),
  delivered_at timestamptz,
  parked_at timestamptz,
  created_at timestamptz not null default now()
);
create index outbox_waiting on outbox (id) where delivered_at is null and parked_at is null;
create index outbox_waiting_key on outbox (key, id) where delivered_at is null and parked_at is null;
create index outbox_delivered on outbox (delivered_at) where delivered_at is not null;
create index outbox_parked on outbox (parked_at) where parked_at is not null;
