-- A line of the operation log with the department its actor belongs to now: whoever sees him sees what he did.
create view operation_line as
  select o.id, o.ts, o.user_id, o.username, u.dept_id, o.action, o.target_ids, o.before, o.after, o.ip, o.trace_id
  from oper_log o left join sys_user u on u.id = o.user_id;

-- Among a million lines a page and its count are answered from an index alone, which is in the order of time and tells
-- whose a line is and what is asked for most. Little of much - one person's lines, one row's, one call's - has its own.
drop index oper_log_ts;
drop index oper_log_dept;
create index oper_log_page on oper_log (ts desc, id desc) include (user_id, action, username);
create index oper_log_user on oper_log (user_id, ts desc, id desc);
create index oper_log_target on oper_log using gin (target_ids);
create index oper_log_trace on oper_log (trace_id);

drop index login_log_ts;
drop index login_log_dept;
create index login_log_page on login_log (ts desc, id desc) include (dept_id, user_id, username, result);
create index login_log_dept on login_log (dept_id, ts desc, id desc);
