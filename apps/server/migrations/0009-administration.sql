-- Words for values (domain 1.1). Types and entries of the program are kept in step at start; an operator may relabel,
-- sort and switch off what is built in, and add his own.
create table dict_type (
  id bigint generated always as identity primary key,
  dict_type text not null,
  dict_name text not null,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  builtin boolean not null default false,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index dict_type_key_unique on dict_type (dict_type) where not deleted;
create unique index dict_type_name_unique on dict_type (dict_name) where not deleted;

create table dict_entry (
  id bigint generated always as identity primary key,
  type_id bigint not null references dict_type (id),
  parent_id bigint references dict_entry (id),
  dict_label text not null,
  dict_value text not null,
  dict_sort integer not null default 0,
  list_class text check (list_class in ('primary', 'success', 'info', 'warning', 'danger')),
  css_class text,
  is_default boolean not null default false,
  status text not null default 'NORMAL' check (status in ('NORMAL', 'DISABLED')),
  builtin boolean not null default false,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index dict_entry_value_unique on dict_entry (type_id, dict_value) where not deleted;
create index dict_entry_parent on dict_entry (parent_id) where not deleted;

-- Columns of a built-in menu entry that an operator changed: the next start leaves them alone.
alter table resource add column kept text[] not null default '{}';

-- Warnings and errors of the server process itself; bounded by a job in age and number.
create table system_log (
  id bigint generated always as identity primary key,
  ts timestamptz not null,
  level text not null check (level in ('WARN', 'ERROR', 'FATAL')),
  message text not null,
  -- What the line says beside its message, without secrets.
  facts jsonb not null default '{}',
  stack text,
  trace_id text
);
create index system_log_ts on system_log (ts desc);

-- The looks of the console before sign-in, by the host the browser asked for (BC-8).
create table site_profile (
  id bigint generated always as identity primary key,
  -- Null: of the platform itself.
  dept_id bigint references dept (id),
  host text not null,
  web_name text,
  logo text,
  language text check (language in ('zh-CN', 'en-US')),
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index site_profile_host_unique on site_profile (lower(host)) where not deleted;
create index site_profile_dept on site_profile (dept_id) where not deleted;

-- A user who leads a department stays until somebody else does.
update dept set leader_id = null where leader_id is not null and not exists (select 1 from sys_user u where u.id = leader_id);
alter table dept add constraint dept_leader foreign key (leader_id) references sys_user (id);
