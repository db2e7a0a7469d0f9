-- Firmware of products. Its file is in the store of files; nothing of a row is ever changed but its status.
create table firmware (
  id bigint generated always as identity primary key,
  product_id bigint not null references product (id),
  title text not null,
  version_name text not null,
  -- As people call it.
  label text not null generated always as (title || ' ' || version_name) stored,
  status text not null check (status in ('DRAFT', 'RELEASED', 'WITHDRAWN')),
  size integer not null,
  sha256 text not null,
  signature text,
  -- Of the public key that the signature was checked with.
  key_id text,
  note text,
  create_name text not null,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check ((signature is null) = (key_id is null))
);
create unique index firmware_version on firmware (product_id, version_name) where not deleted;

create function firmware_stays() returns trigger language plpgsql as $$
begin
  if (old.product_id, old.title, old.version_name, old.sha256, old.signature)
      is distinct from (new.product_id, new.title, new.version_name, new.sha256, new.signature) then
    raise exception 'a firmware is never changed';
  end if;
  return new;
end $$;
create trigger firmware_stays before update on firmware for each row execute function firmware_stays();

-- What a device last said it runs.
create table device_firmware (
  device_id bigint primary key references device (id) on delete cascade,
  title text,
  version_name text not null,
  report_time timestamptz not null
);
