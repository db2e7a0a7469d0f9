-- Faults that telling has to look at: those that came to wait for somebody since it looked. Reading all that are open each time
-- cost as much as there are of them (docs/decisions/0091-telling-at-size.md). Whoever writes a fault adds a row and never
-- waits for who looks: nothing is unique here, and nothing refers to the fault.
create table push_look (
  id bigint generated always as identity primary key,
  fault_id bigint not null,
  level integer not null
);
-- The worst first.
create index push_look_next on push_look (level desc, id);

create function push_look_inserted() returns trigger language plpgsql as $$
begin
  insert into push_look (fault_id, level) select id, level from inserted
    where condition_state = 'ACTIVE' and handle_state = 'UNHANDLED' and cause_id is null and not in_maintenance
    /* unscoped:pipeline */;
  return null;
end $$;
create trigger push_look_inserted after insert on fault referencing new table as inserted
  for each statement execute function push_look_inserted();

create function push_look_updated() returns trigger language plpgsql as $$
begin
  insert into push_look (fault_id, level) values (new.id, new.level);
  return null;
end $$;
-- It began again, was given back, stands by itself, or its maintenance has ended. A refresh costs this comparison.
create trigger push_look_updated after update on fault for each row
  when (new.condition_state = 'ACTIVE' and new.handle_state = 'UNHANDLED' and new.cause_id is null and not new.in_maintenance
    and (old.condition_state <> 'ACTIVE' or old.handle_state <> 'UNHANDLED' or old.cause_id is not null or old.in_maintenance
      or old.begin_times is distinct from new.begin_times))
  execute function push_look_updated();

insert into push_look (fault_id, level)
  select id, level from fault
  where condition_state = 'ACTIVE' and handle_state = 'UNHANDLED' and cause_id is null and not in_maintenance;
