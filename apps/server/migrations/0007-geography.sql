-- The operator's own map, and the water network that its canals and pipes are.
create table geo_feature (
  id bigint generated always as identity primary key,
  dept_id bigint not null references dept (id),
  kind text not null check (kind in ('WATER', 'CANAL', 'PIPE', 'ROAD', 'FIELD', 'BUILT', 'PLACE', 'AREA')),
  name text,
  rank text check (rank in ('MAIN', 'BRANCH', 'MINOR')),
  flow text check (flow in ('FORWARD', 'BACKWARD', 'BOTH')),
  width_m double precision,
  -- GeoJSON, WGS-84; its form is checked before it gets here.
  geometry jsonb not null,
  -- Of lines, written with the network.
  length_m double precision,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create index geo_feature_dept on geo_feature (dept_id, kind) where not deleted;

-- Where edges meet. Derived from the lines by network.service.ts and rebuilt as a whole.
create table geo_node (
  id bigint primary key,
  lng double precision not null,
  lat double precision not null
);

create table geo_joint (
  edge_id bigint not null references geo_feature (id) on delete cascade,
  node_id bigint not null references geo_node (id) on delete cascade,
  -- Metres from the start of the edge.
  at_m double precision not null,
  primary key (edge_id, node_id, at_m)
);

-- Valves on edges: by their place, or attached by a person.
create table geo_valve (
  device_id bigint primary key references device (id) on delete cascade,
  edge_id bigint not null references geo_feature (id) on delete cascade,
  at_m double precision not null,
  attached boolean not null default false
);
create index geo_valve_edge on geo_valve (edge_id);
