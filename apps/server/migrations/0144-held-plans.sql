-- What was told before a maintenance window, and goes on when that ends (docs/decisions/0104-what-was-seen-and-when-it-is-told.md).
alter table push_plan add held boolean not null default false;
create index push_plan_held on push_plan (fault_id) where held;

-- A window may end before it said, or cover something else.
create function push_look_held() returns trigger language plpgsql as $$
begin
  insert into push_look (fault_id, level)
    select f.id, f.level from fault f
    where f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and f.cause_id is null
      and exists (select from push_plan p where p.fault_id = f.id and p.held) /* unscoped:pipeline */;
  return null;
end $$;
create trigger push_look_held after update on maintenance_window
  for each statement execute function push_look_held();
