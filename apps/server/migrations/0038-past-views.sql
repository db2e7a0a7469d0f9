-- What the map's history reads of other modules: plain selects of one table, as in 0031.
create or replace view v_device as
  select id, dept_id, product_id, master_id, device_no, name, enabled, lng, lat, deleted, create_by, report_interval_s
  from device;

create or replace view v_command as
  select id, device_id, status, target, done_time, code, create_time from command;

create or replace view v_product as
  select id, device_type_code, product_no from product;

create view v_report as
  select device_id, ts, readings, quality from telemetry;

create view v_fault as
  select id, device_id, code, level, condition_state, first_time, clear_time from fault;
