-- What a line of the operation log says in one sentence: the name of the person as it is now, and the key by which a
-- program acted for them.
create or replace view operation_line as
  select o.id, o.ts, o.user_id, o.username, u.dept_id, o.action, o.target_ids, o.before, o.after, o.ip, o.trace_id,
    u.nick_name, o.api_key_name
  from oper_log o left join sys_user u on u.id = o.user_id;

-- What the ledger has proven of a command, for the lines about it: a plain select of one table, as in 0031.
create view v_command_proof as
  select id, device_id, code, status, target, before, after, late from command;
