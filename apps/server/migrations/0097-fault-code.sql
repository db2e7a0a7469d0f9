-- The kinds of faults as a registry: what an operator may change of them, and codes of an operator's own. The code
-- stays the key that faults refer to; what is called name, cause and remedy is Chinese, with English beside it.
alter table fault_code
  add column id bigint generated always as identity unique,
  add column english_name text,
  add column source text not null default 'DEVICE' check (source in ('DEVICE', 'LIMIT', 'RULE', 'WATCH')),
  add column device_type_code text,
  add column auto_clear boolean not null default true,
  add column push boolean not null default true,
  add column enabled boolean not null default true,
  add column cause text,
  add column english_cause text,
  add column remedy text,
  add column english_remedy text,
  add column remark text,
  add column built_in boolean not null default false,
  add column deleted boolean not null default false,
  add column version integer not null default 0,
  add column create_by bigint,
  add column create_time timestamptz not null default now(),
  add column update_by bigint,
  add column update_time timestamptz not null default now(),
  add check (category in ('POWER', 'COMM', 'SENSOR', 'ACTUATOR', 'PROCESS', 'SECURITY', 'BILLING'));
alter table fault_code alter column category set default 'PROCESS';

-- Whether faults were stored under a code.
create index fault_code_used on fault (code);

-- How faults are called, for whoever signs in.
create view v_fault_code as select code, name, english_name from fault_code where not deleted;
