-- The order in which faults to be handled come first (`URGENCY` in fault-list.store.ts), so that a page of a million is no sort of
-- all of them.
create index fault_urgency on fault (
  ((case condition_state when 'ACTIVE' then 4 else 8 end - level) * 1e10::float8
    - extract(epoch from last_time at time zone 'UTC')::float8), id);
