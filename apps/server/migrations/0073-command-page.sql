-- One-time keys of the command page: whoever holds one sends one command without a session.
create table operator_key (
  id bigint generated always as identity primary key,
  -- Of its maker.
  dept_id bigint not null references dept (id),
  name text not null,
  prefix text not null,
  hash bytea not null,
  device_ids bigint[] not null,
  codes text[] not null,
  expire_time timestamptz not null,
  revoke_time timestamptz,
  used_time timestamptz,
  used_ip text,
  command_id bigint,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint not null references sys_user (id),
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  check (expire_time <= create_time + interval '10 minutes')
);
create index operator_key_prefix on operator_key (prefix);
create index operator_key_dept on operator_key (dept_id) where not deleted;

-- Bytes that somebody sends again and again.
create table command_template (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  name text not null,
  protocol text not null,
  hex_pattern text not null,
  crc_mode text not null default 'NONE'
    check (crc_mode in ('NONE', 'SUM8', 'CRC16_MODBUS', 'CRC16_HIGH_FIRST')),
  note text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create index command_template_dept on command_template (dept_id) where not deleted;
