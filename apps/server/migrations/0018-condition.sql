-- When a device last told its conditions: what an older report says of them is history, also after a restart.
alter table device_shadow add column conditions_at timestamptz;
-- Whether the last report ended a silence: only the statement that overwrites the state knows what stood there.
alter table device_shadow add column woken boolean not null default false;

-- Conditions that were told and are no faults yet: written with what told them, taken with the faults they become.
create table condition_outbox (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id) on delete cascade,
  code text not null,
  holds boolean not null,
  at timestamptz not null
);

-- The door is told by the status word, which tells all conditions.
update device_shadow set conditions_at = to_timestamp((readings->'doorOpen'->>1)::float8 / 1000)
where jsonb_typeof(readings->'doorOpen'->1) = 'number';

-- Silences whose fault was lost with a process, and faults that outlived their silence.
insert into condition_outbox (device_id, code, holds, at)
select d.id, case when d.master_id is null then 'C01' else 'C02' end, true, coalesce(s.silent_after, now())
from device_shadow s join device d on d.id = s.device_id
where s.status = 'OFFLINE' and s.offline_cause = 'SELF' and d.enabled and not d.deleted
  and not exists (select from fault f where f.device_id = d.id and f.code in ('C01', 'C02') and f.condition_state = 'ACTIVE')
union all
select f.device_id, f.code, false, s.last_seen_time
from fault f join device_shadow s on s.device_id = f.device_id
where f.code in ('C01', 'C02') and f.condition_state = 'ACTIVE' and s.status = 'ONLINE';
