-- What modules read of each other. Each view belongs to the module that owns its table (tools/src/table-owners.ts); it is
-- a plain select of one table, so that the planner sees through it and every index counts.
create view v_dept as
  select id, dept_id, parent_id, ancestors, name, sort, web_name, logo, deleted, create_by,
    exists (select from dept above where (above.id = dept.id or above.id = any (dept.ancestors))
      and above.status <> 'NORMAL' and not above.deleted) as is_off
  from dept;

create view v_device as
  select id, dept_id, product_id, master_id, device_no, name, enabled, lng, lat, deleted, create_by from device;

create view v_product as
  select id, device_type_code from product;

create view v_device_state as
  select device_id, status, offline_cause, readings, last_seen_time from device_shadow;

create view v_open_fault as
  select device_id, code, level, first_time from fault where condition_state = 'ACTIVE';

create view v_command as
  select id, device_id, status, target, done_time from command;

create view v_connect_log as
  select device_id, ts from connect_log;

create view v_byte_log as
  select device_id, ts, raw, fault, note from byte_log;
