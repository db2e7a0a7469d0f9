-- Finding devices and people by a part of a name or number, among a million. The extension comes with PostgreSQL and may
-- be made by the owner of the database; where an operator's server lacks it, the same searches work without the indexes.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'pg_trgm is not available (%): searching by a part of a word reads the whole table', sqlerrm;
end $$;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index device_find on device using gin (name gin_trgm_ops, device_no gin_trgm_ops, station_address gin_trgm_ops)
      where not deleted;
    create index sys_user_find on sys_user using gin (username gin_trgm_ops, nick_name gin_trgm_ops, phone gin_trgm_ops)
      where not deleted;
  end if;
end $$;
