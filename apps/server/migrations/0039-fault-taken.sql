-- Who took a fault, and when: the operation log alone could not be asked for every row of a list.
alter table fault
  add column taken_id bigint,
  add column taken_name text,
  add column taken_time timestamptz;

update fault f set taken_id = l.user_id, taken_name = l.username, taken_time = l.ts
from (
  select distinct on (t.id) t.id, o.user_id, o.username, o.ts
  from oper_log o cross join unnest(o.target_ids) as t (id)
  where o.action = 'fault.ack' and t.id ~ '^[0-9]{1,18}$'
  order by t.id, o.ts desc
) l
where f.id = l.id::bigint and f.handle_state <> 'UNHANDLED';

