-- The kinds of devices, with what an operator may change of them. Their codes are those of the program.
create table device_type (
  id bigint generated always as identity primary key,
  code text not null,
  name text not null,
  english_name text not null,
  icon text not null,
  colour text not null default 'NONE',
  panel text not null default 'CONTROL',
  category_id bigint references product_category (id),
  report_interval_s integer not null check (report_interval_s between 5 and 604800),
  silent_after_s integer check (silent_after_s >= report_interval_s),
  sleepy boolean not null default false,
  sort integer not null default 0,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index device_type_code_unique on device_type (code) where not deleted;
create index device_type_category on device_type (category_id) where category_id is not null;

insert into device_type (code, name, english_name, icon, colour, panel, report_interval_s, sleepy, sort)
select code, name, english_name, code, colour, panel, every, sleepy, row_number() over () * 10
from (values
  ('VALVE', '阀门', 'Valve', 'BLUE', 'CONTROL', 300, false),
  ('GATEWAY', '网关', 'Gateway', 'GREY', 'CONTROL', 300, false),
  ('SENSOR', '传感器', 'Sensor', 'TEAL', 'CONTROL', 300, false),
  ('PUMP', '水泵', 'Pump', 'BLUE', 'CONTROL', 300, false),
  ('WATER_CONTROLLER', '水控机', 'Water controller', 'BLUE', 'CONTROL', 300, false),
  ('HYDRANT', '给水栓', 'Hydrant', 'BLUE', 'CONTROL', 3600, true),
  ('IRRIGATION', '灌溉', 'Irrigation', 'OLIVE', 'CONTROL', 1800, false),
  ('WEATHER', '气象站', 'Weather station', 'OLIVE', 'CONTROL', 600, false),
  ('TEMP', '温度', 'Temperature', 'ROSE', 'TEMPERATURE', 300, false),
  ('LAMP', '路灯', 'Lamp', 'VIOLET', 'CONTROL', 300, false),
  ('COVER', '井盖', 'Cover', 'GREY', 'CONTROL', 3600, true),
  ('CAMERA', '摄像头', 'Camera', 'GREY', 'CONTROL', 300, false),
  ('COMPRESSOR', '空压机', 'Compressor', 'VIOLET', 'CONTROL', 300, false),
  ('CARWASH', '洗车机', 'Car wash', 'TEAL', 'CONTROL', 300, false),
  ('RELIC', '文物', 'Relic', 'ROSE', 'CONTROL', 600, false),
  ('LORAWAN', 'LoRaWAN', 'LoRaWAN', 'GREY', 'CONTROL', 3600, true)
) as seeded (code, name, english_name, colour, panel, every, sleepy);

-- How types are called and drawn, for whoever signs in.
create view v_device_type as
  select id, code, name, english_name, icon, colour, panel, sort, deleted from device_type;
