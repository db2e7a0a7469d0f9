-- Lists of faults and the number of what waits, with a million stored (docs/decisions/0092-a-million-faults.md).
-- The highest level first, then the newest, as one number (`BY_LEVEL` in fault-list.store.ts).
create index fault_level on fault (
  (level * 1e10::float8 + extract(epoch from last_time at time zone 'UTC')::float8), id);

-- Active faults are nearly all of those that nobody has taken: guessed one by one, a hundred thousand looked like ten
-- thousand, and each of them was asked for its device.
create statistics fault_states (dependencies, mcv) on condition_state, handle_state, in_maintenance from fault;
analyze fault;

-- Lists of what belongs to devices leave out that of deleted ones.
create index device_deleted on device (id) where deleted;
