-- Who may do what, and whose everything is: the department tree is the tenant tree (domain 1).
create table dept (
  id bigint generated always as identity primary key,
  -- A department belongs to itself, so that one scope condition serves every tenant table.
  dept_id bigint not null generated always as (id) stored,
  parent_id bigint references dept (id),
  -- Ids from the root down to the parent; the subtree of d is d and everything that has d in here.
  ancestors bigint[] not null default '{}',
  name text not null,
  kind text not null default 'CUSTOMER' check (kind in ('PLATFORM', 'AGENT', 'CUSTOMER', 'INTERNAL')),
  leader_id bigint,
  phone text,
  sort integer not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  web_name text,
  logo text,
  adcode text,
  map_center jsonb,
  time_zone text,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create index dept_parent on dept (parent_id) where not deleted;
create index dept_ancestors on dept using gin (ancestors);
create unique index dept_name_unique on dept (parent_id, name) where not deleted;
-- The tree has one root: the platform itself.
create unique index dept_one_root on dept ((parent_id is null)) where parent_id is null and not deleted;

create table sys_user (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  username text not null,
  nick_name text not null,
  -- scrypt$N$r$p$salt$hash, base64url; the parameters travel with the hash.
  password_hash text not null,
  must_change_password boolean not null default false,
  password_time timestamptz not null default now(),
  phone text,
  email text,
  sex text not null default 'UNKNOWN' check (sex in ('MALE', 'FEMALE', 'UNKNOWN')),
  avatar_path text,
  position text,
  leader_id bigint references sys_user (id),
  hire_date date,
  seniority_from date,
  introduction text,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED', 'LOCKED')),
  last_login_time timestamptz,
  last_login_ip text,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index sys_user_name_unique on sys_user (lower(username)) where not deleted;
create index sys_user_dept on sys_user (dept_id) where not deleted;

create table role (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  data_scope text not null default 'SUBTREE' check (data_scope in ('ALL', 'CUSTOM', 'DEPT', 'SUBTREE', 'SELF')),
  custom_depts bigint[] not null default '{}',
  sort integer not null default 0,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index role_code_unique on role (code) where not deleted;

-- What can be granted: folders and menus, and the buttons in them. Those of the program are kept in step at start.
create table resource (
  id bigint generated always as identity primary key,
  parent_id bigint references resource (id) on delete cascade,
  type text not null check (type in ('DIR', 'MENU', 'BUTTON')),
  name text not null unique,
  title text not null,
  path text not null default '',
  component text not null default '',
  redirect text,
  icon text,
  perm_code text,
  active_menu text,
  sort integer not null default 0,
  hidden boolean not null default false,
  no_cache boolean not null default false,
  affix boolean not null default false,
  external boolean not null default false,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  -- Comes from menu.ts; what somebody added by hand is left alone.
  builtin boolean not null default false
);
create index resource_parent on resource (parent_id);

-- A role with users cannot be deleted; a deleted user leaves his roles.
create table user_role (
  user_id bigint not null references sys_user (id) on delete cascade,
  role_id bigint not null references role (id),
  primary key (user_id, role_id)
);
create index user_role_role on user_role (role_id);

create table role_resource (
  role_id bigint not null references role (id) on delete cascade,
  resource_id bigint not null references resource (id) on delete cascade,
  primary key (role_id, resource_id)
);
create index role_resource_resource on role_resource (resource_id);

-- Sign-ins. The id is a hash of the cookie: whoever reads this table cannot become anybody (SEC-1).
create table login_session (
  id text primary key,
  user_id bigint not null references sys_user (id) on delete cascade,
  platform text not null,
  ip text not null,
  user_agent text not null,
  create_time timestamptz not null,
  last_seen_time timestamptz not null,
  expire_time timestamptz not null
);
create index login_session_user on login_session (user_id);

-- Failed tries, counted apart for accounts (also unknown ones) and addresses; survives a restart (SEC-3).
create table login_guard (
  kind text not null check (kind in ('account', 'address')),
  key text not null,
  -- The tries of the last ten minutes that did not succeed.
  failed_at timestamptz[] not null default '{}',
  last_time timestamptz not null,
  -- How often it was locked in a row: each time twice as long.
  lock_count integer not null default 0,
  locked_until timestamptz,
  primary key (kind, key)
);
create index login_guard_last on login_guard (last_time);

create table login_log (
  id bigint generated always as identity primary key,
  ts timestamptz not null,
  -- As typed: for an unknown name there is no user and no department.
  username text not null,
  user_id bigint,
  dept_id bigint,
  action text not null check (action in ('LOGIN', 'LOGOUT')),
  -- OK or the key of the error.
  result text not null,
  platform text not null,
  ip text not null,
  user_agent text not null
);
create index login_log_ts on login_log (ts desc);
create index login_log_dept on login_log (dept_id, ts desc);

create table oper_log (
  id bigint generated always as identity primary key,
  ts timestamptz not null default now(),
  user_id bigint,
  username text not null,
  dept_id bigint,
  action text not null,
  target_ids text[] not null default '{}',
  before jsonb,
  after jsonb,
  ip text not null,
  trace_id text not null
);
create index oper_log_ts on oper_log (ts desc);
create index oper_log_dept on oper_log (dept_id, ts desc);

create table server_secret (
  name text primary key,
  value bytea not null,
  create_time timestamptz not null default now()
);
