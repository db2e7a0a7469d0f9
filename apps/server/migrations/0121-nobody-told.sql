-- Faults that suited nobody are looked at again when people, rules or shifts change, not only at the next start of a shift.
create index push_plan_nobody on push_plan (fault_id) where outcome = 'NOBODY';

create function push_look_for_somebody() returns trigger language plpgsql as $$
begin
  insert into push_look (fault_id, level)
    select f.id, f.level from fault f
    where f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and f.cause_id is null
      and exists (select from push_plan p where p.fault_id = f.id and p.outcome = 'NOBODY') /* unscoped:pipeline */;
  return null;
end $$;
create trigger push_look_for_somebody after insert or update on notice_user
  for each statement execute function push_look_for_somebody();
create trigger push_look_for_somebody after insert or update or delete on push_rule
  for each statement execute function push_look_for_somebody();
create trigger push_look_for_somebody after insert or update or delete on duty_shift
  for each statement execute function push_look_for_somebody();
