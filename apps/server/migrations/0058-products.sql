-- Products as data: what is edited, what is in force, and every version that ever was.
alter table product
  add column english_name text not null default '',
  add column status text not null default 'PUBLISHED' check (status in ('DRAFT', 'PUBLISHED', 'RETIRED')),
  -- 0: none was published yet.
  add column version_no integer not null default 0,
  -- Metrics of its own of the version in force, for whoever judges, rolls up or draws its values.
  add column metrics jsonb not null default '[]',
  add column draft jsonb,
  -- The version that the draft was made from.
  add column draft_base integer,
  add column draft_time timestamptz,
  add column draft_by text;

create table product_version (
  product_id bigint not null references product (id) on delete cascade,
  version_no integer not null,
  model jsonb not null,
  -- sha256 of the model's canonical JSON, hexadecimal.
  hash text not null,
  origin text not null check (origin in ('PROGRAM', 'PERSON')),
  note text not null default '',
  -- The name of who published it, as it was then.
  by_name text,
  create_time timestamptz not null default now(),
  -- Null: a newer program brought it, while a person's version was in force.
  in_force_from timestamptz,
  primary key (product_id, version_no)
);

-- A version is history of what judged stored values: it is never changed, and goes only with its product.
create function product_version_fixed() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger product_version_fixed before update on product_version
  for each row execute function product_version_fixed();

create or replace view v_product as
  select id, device_type_code, product_no, metrics from product;
