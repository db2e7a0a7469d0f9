-- A re-test: when the first report came while the device was held, and the values that were beyond a limit.
alter table repair_test_step
  add column heard_time timestamptz,
  add column beyond jsonb not null default '[]';
