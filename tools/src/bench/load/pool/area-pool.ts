import type { Database } from '@sluice/server/src/platform/db/db.ts'

const CITIES = 20
const DISTRICTS_EACH = 10

/** A tree of places, 20 cities with 10 districts each, and every device in one of the districts. */
export async function placeInAreas(db: Database): Promise<void> {
  await db.query(
    `with root as (select id from dept where parent_id is null),
     city as (
       insert into area (dept_id, name, kind, sort)
       select root.id, 'City ' || n, 'CITY', n from root, generate_series(1, $1::int) n returning id, dept_id)
     insert into area (dept_id, parent_id, name, kind, sort)
     select city.dept_id, city.id, 'District ' || n, 'DISTRICT', n from city, generate_series(1, $2::int) n`,
    [CITIES, DISTRICTS_EACH],
  )
  await db.query(
    `with district as (select id, row_number() over (order by id) - 1 as n from area where kind = 'DISTRICT')
     update device d set area_id = district.id from district
     where district.n = d.id * 7907 % (select count(*) from district)`,
  )
  await db.query('analyze area')
}
