-- Balances of leave (domain 9.1): the ledger is only ever added to, each line with its cause; a balance is what its lines add up to.
-- Half days are counted.
create view v_person as select id, dept_id, create_by, nick_name, seniority_from, status, deleted from sys_user;

create table leave_balance (
  id bigint generated always as identity primary key,
  user_id bigint not null references sys_user (id),
  year integer not null,
  type text not null references leave_type (code),
  granted_halves integer not null default 0 check (granted_halves >= 0),
  unique (user_id, year, type)
);

create table leave_ledger (
  id bigint generated always as identity primary key,
  balance_id bigint not null references leave_balance (id),
  kind text not null check (kind in ('GRANT', 'ADJUST')),
  halves integer not null check (halves <> 0 and (kind <> 'GRANT' or halves > 0)),
  -- Whole years of service that a grant was made by; what a person said of an adjustment.
  service_years integer,
  reason text,
  by_id bigint not null,
  by_name text not null,
  create_time timestamptz not null,
  check ((kind = 'GRANT') = (service_years is not null) and (kind = 'ADJUST') = (reason is not null))
);
create index leave_ledger_balance on leave_ledger (balance_id, id);
-- A year is granted once.
create unique index leave_ledger_grant on leave_ledger (balance_id) where kind = 'GRANT';

create function leave_ledger_stands() returns trigger language plpgsql as $$
begin
  raise exception 'a line of leave_ledger is never changed';
end $$;
create trigger leave_ledger_stands before update or delete on leave_ledger
  for each row execute function leave_ledger_stands();
