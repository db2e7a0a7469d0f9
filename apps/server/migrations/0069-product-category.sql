-- What products are sorted into; a category says which stand in it.
create table product_category (
  id bigint generated always as identity primary key,
  parent_id bigint references product_category (id),
  code text not null,
  name text not null,
  product_ids bigint[],
  sort integer not null default 0,
  remark text,
  deleted boolean not null default false,
  version integer not null default 0,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now()
);
create unique index product_category_code_unique on product_category (code) where not deleted;
