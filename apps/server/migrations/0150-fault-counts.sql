-- Lists of a million faults (docs/decisions/0105-emergencies-and-orders.md): their number, also by state, is counted in a narrow index
-- of a few megabytes instead of the whole table.
create index fault_state_device on fault (handle_state, device_id);
-- An index answers alone where the table was vacuumed since: that is done after every fiftieth row that changed, not every fifth.
alter table fault set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- The closed stand behind all others in the order of urgency: their first page skipped those. Closed ones are not refreshed, so that
-- this index costs an active fault nothing.
create index fault_closed_urgency on fault (
  ((case condition_state when 'ACTIVE' then 4 else 8 end - level) * 1e10::float8
    - extract(epoch from last_time at time zone 'UTC')::float8), id) where handle_state = 'CLOSED';
