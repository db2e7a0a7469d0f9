import type { Language } from '@sluice/contract'
import type { Sql } from '../../platform/db/db.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'

export interface SiteLooks {
  deptId: string | null
  webName: string | null
  logo: string | null
  language: Language | null
  units: string | null
}

/** The names of the sites of a department and of those above it. */
export async function readSiteNames(db: Sql, deptId: string): Promise<string[]> {
  const { rows } = await db.query<{ webName: string }>(
    `select s.web_name as "webName" from v_dept d join site_profile s on s.dept_id = d.id or s.dept_id = any(d.ancestors)
     where d.id = $1 and s.web_name is not null and not s.deleted ${unscopedText('self')}`,
    [deptId],
  )
  return rows.map(({ webName }) => webName)
}

/**
 * The site of the first of these hosts that has one. A name or logo that it leaves open is that of its department or of
 * the nearest one above that has one.
 */
export async function readSite(db: Sql, hosts: readonly string[]): Promise<SiteLooks | undefined> {
  const nearest = (
    column: string,
  ) => `(select a.${column} from v_dept d join v_dept a on a.id = d.id or a.id = any(d.ancestors)
    where d.id = s.dept_id and a.${column} is not null order by cardinality(a.ancestors) desc limit 1)`
  const { rows } = await db.query<SiteLooks & Record<string, unknown>>(
    `select s.dept_id as "deptId", coalesce(s.web_name, ${nearest('web_name')}) as "webName",
       coalesce(s.logo, ${nearest('logo')}) as logo, s.language, s.units
     from site_profile s where lower(s.host) = any($1::text[]) and not s.deleted
     order by array_position($1::text[], lower(s.host)) limit 1 ${unscopedText('sign-in')}`,
    [hosts],
  )
  return rows[0]
}
