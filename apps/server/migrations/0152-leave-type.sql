-- The types of leave and their rules (domain 9.4). Places have rules of their own: what stands here is what is usual.
create table leave_type (
  id bigint generated always as identity primary key,
  code text not null unique,
  count_in text not null check (count_in in ('WORKING', 'NATURAL')),
  quota_days integer check (quota_days > 0),
  certificate_after_days integer check (certificate_after_days >= 0),
  enabled boolean not null default true,
  sort integer,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
insert into leave_type (code, count_in, quota_days, certificate_after_days, sort) values
  ('ANNUAL', 'WORKING', null, null, 10),
  ('COMP', 'WORKING', null, null, 20),
  ('PERSONAL', 'WORKING', null, null, 30),
  ('SICK', 'WORKING', null, 1, 40),
  ('MARRIAGE', 'WORKING', 3, 0, 50),
  ('BEREAVEMENT', 'WORKING', 3, null, 60),
  ('MATERNITY', 'NATURAL', 98, 0, 70),
  ('PATERNITY', 'NATURAL', 15, 0, 80),
  ('INJURY', 'NATURAL', null, 0, 90);
