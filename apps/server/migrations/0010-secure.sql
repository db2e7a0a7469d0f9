-- A second factor, keys for programs, pictures of people, and an operation log that shows when it was touched.

-- The secret is sealed with the server's key (server-key.ts): whoever reads this table cannot make codes from it.
create table user_totp (
  user_id bigint primary key references sys_user (id) on delete cascade,
  secret bytea not null,
  -- Null until the first code proved that the authenticator has the secret.
  confirm_time timestamptz,
  -- The last time step whose code was taken: each code opens once (RFC 6238 5.2).
  last_step bigint not null default 0,
  create_time timestamptz not null
);

create table user_recovery_code (
  user_id bigint not null references sys_user (id) on delete cascade,
  hash bytea not null,
  used_time timestamptz,
  primary key (user_id, hash)
);

-- Sign-ins between password and code. There are rows for wrong passwords too, so that the first step tells nothing.
create table login_pending (
  -- Hash of the token that the browser holds.
  id text primary key,
  -- Null: no code will open this one.
  user_id bigint references sys_user (id) on delete cascade,
  username text not null,
  -- When the password was tried (Unix ms), as the guard counted it.
  attempt_at bigint not null,
  tries integer not null default 0,
  expire_time timestamptz not null
);
create index login_pending_expire on login_pending (expire_time);

alter table role add column require_totp boolean not null default false;
alter table dept add column require_totp boolean not null default false;

-- Keys of programs. The key itself is shown once; what is kept finds it (prefix) and proves it (hash).
create table api_key (
  id bigint generated always as identity primary key,
  -- Follows the user the key acts as.
  dept_id bigint not null references dept (id),
  user_id bigint not null references sys_user (id) on delete cascade,
  name text not null,
  prefix text not null unique,
  hash bytea not null,
  -- Permission keys; what the user and the maker no longer hold counts for nothing.
  scopes text[] not null,
  expire_time timestamptz not null,
  revoke_time timestamptz,
  last_used_time timestamptz,
  last_used_ip text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint not null references sys_user (id),
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create index api_key_dept on api_key (dept_id) where not deleted;
create index api_key_user on api_key (user_id) where not deleted;

create function api_key_follows_user() returns trigger language plpgsql as $$
begin
  update api_key set dept_id = new.dept_id where user_id = new.id;
  return null;
end $$;
create trigger api_key_follows_user after update of dept_id on sys_user
  for each row when (old.dept_id is distinct from new.dept_id) execute function api_key_follows_user();

-- Pictures as the server drew them anew; the name is random and new with every picture.
create table user_avatar (
  name text primary key,
  user_id bigint not null unique references sys_user (id) on delete cascade,
  picture bytea not null,
  create_time timestamptz not null
);

-- Which key acted, when it was a program.
alter table oper_log add column api_key_id bigint;
alter table oper_log add column api_key_name text;

-- The chain: each line's hash covers the hash before it. Lines are sealed in batches shortly after they were written,
-- so that writers never wait for each other; until then they stand in the queue.
create table oper_log_unsealed (
  oper_id bigint primary key
);
create table oper_log_seal (
  seq bigint primary key,
  oper_id bigint not null unique,
  hash bytea not null
);
-- Where the chain begins after old lines were cut off.
create table oper_log_anchor (
  seq bigint primary key,
  hash bytea not null,
  lines bigint not null,
  cut_time timestamptz not null
);
insert into oper_log_unsealed (oper_id) select id from oper_log;

create function oper_log_enqueue() returns trigger language plpgsql as $$
begin
  insert into oper_log_unsealed (oper_id) values (new.id);
  return null;
end $$;
create trigger oper_log_enqueue after insert on oper_log for each row execute function oper_log_enqueue();

create function oper_log_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('sluice.audit_cut', true) = 'on' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger oper_log_append_only before update or delete on oper_log
  for each row execute function oper_log_append_only();
create trigger oper_log_no_truncate before truncate on oper_log execute function oper_log_append_only();
create trigger oper_log_seal_append_only before update or delete on oper_log_seal
  for each row execute function oper_log_append_only();
create trigger oper_log_seal_no_truncate before truncate on oper_log_seal execute function oper_log_append_only();

-- The only way lines leave: the oldest of the chain up to `through`, which becomes the new beginning.
create function oper_log_cut(through bigint, at timestamptz) returns bigint language plpgsql as $$
declare
  gone bigint;
begin
  perform set_config('sluice.audit_cut', 'on', true);
  delete from oper_log where id in (select oper_id from oper_log_seal where seq <= through);
  get diagnostics gone = row_count;
  insert into oper_log_anchor (seq, hash, lines, cut_time)
    select seq, hash, gone, at from oper_log_seal where seq = through;
  delete from oper_log_seal where seq <= through;
  perform set_config('sluice.audit_cut', 'off', true);
  return gone;
end $$;
