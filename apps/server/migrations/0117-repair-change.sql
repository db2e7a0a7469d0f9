-- Who filled in a field of a repair order last: what a telephone finds changed has a name.
create table repair_change (
  repair_id bigint not null references repair_record (id) on delete cascade,
  field text not null,
  by_name text not null,
  time timestamptz not null,
  primary key (repair_id, field)
);
