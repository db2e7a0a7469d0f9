-- One row per (device, code) and life: a fault that fires again within 24 h of clearing is the same one (domain 6.3).
create table fault_code (
  code text primary key,
  name text not null,
  level integer not null check (level between 1 and 4),
  category text not null
);

create table fault (
  id bigint generated always as identity primary key,
  dept_id bigint not null,
  device_id bigint not null references device (id) on delete cascade,
  code text not null references fault_code (code),
  level integer not null check (level between 1 and 4),
  condition_state text not null check (condition_state in ('ACTIVE', 'CLEARED')),
  handle_state text not null default 'UNHANDLED'
    check (handle_state in ('UNHANDLED', 'ACKED', 'PROCESSING', 'RESOLVED', 'CLOSED', 'IGNORED')),
  first_time timestamptz not null,
  last_time timestamptz not null,
  clear_time timestamptz,
  count integer not null default 1,
  version integer not null default 0
);
create unique index fault_one_active on fault (device_id, code) where condition_state = 'ACTIVE';
create index fault_device on fault (device_id, last_time desc);
create index fault_dept_active on fault (dept_id) where condition_state = 'ACTIVE';

insert into fault_code (code, name, level, category) values
  ('C01', '离线', 2, 'COMM'),
  ('C02', '从机失联', 2, 'COMM'),
  ('P01', '电池欠压', 2, 'POWER'),
  ('P03', '市电断电', 3, 'POWER'),
  ('S01', '防拆报警', 3, 'SECURITY'),
  ('S03', '水位计故障', 2, 'SENSOR'),
  ('S04', '存储器故障', 2, 'SENSOR'),
  ('S05', '水位越限', 2, 'PROCESS'),
  ('S06', '流量越限', 3, 'PROCESS'),
  ('S07', '水质越限', 3, 'PROCESS'),
  ('W05', '水表异常', 2, 'SENSOR'),
  ('W07', '余量不足', 1, 'BILLING');
