-- A role belongs to a department. Those that the program brings belong to nobody: everybody sees them. What operators
-- made until now becomes the platform's, which hands it on by choosing another department.
alter table role add column dept_id bigint references dept (id);
update role set dept_id = (select id from dept where parent_id is null and not deleted)
where create_by is not null
  or code not in ('ROLE_ADMIN', 'ROLE_DEPT_ADMIN', 'ROLE_OPERATOR', 'ROLE_MAINTAINER', 'ROLE_VIEWER');
create index role_dept on role (dept_id) where not deleted;

-- Failed tries by account, by address, and by the two together or by a browser that the account knows. What was counted
-- by the rules before is forgotten.
drop table login_guard;
create table login_guard (
  kind text not null check (kind in ('account', 'address', 'pair')),
  account text not null,
  -- Address, browser or sign-in.
  place text not null,
  -- The tries lately that did not succeed.
  failed_at timestamptz[] not null default '{}',
  last_time timestamptz not null,
  -- How often it was locked in a row: each time twice as long.
  lock_count integer not null default 0,
  locked_until timestamptz,
  -- Since when this place waits for its turn at an account that is slowed down.
  waiting_since timestamptz,
  primary key (account, place, kind)
);
create index login_guard_last on login_guard (last_time);
