import type { InputOf, previewLimit } from '@sluice/contract'
import type { ReadingValue } from '@sluice/devices'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { DEVICE_MARK, scopePredicate } from '../../../platform/resource/scoped.ts'

type Target = Omit<InputOf<typeof previewLimit>, 'rule'>

/** Devices that a limit would apply to; of more than `most` some from everywhere among them, always the same ones. */
export async function devicesUnder(
  db: Sql,
  scope: Scope,
  target: Target & { members: readonly string[] },
  most: number,
): Promise<{ total: number; devices: { id: string; name: string }[] }> {
  const { rows } = await sql<{ id: string; name: string; total: number }>`
    select d.id::text as id, d.name, count(*) over ()::int as total
    from v_device d join v_product p on p.id = d.product_id
    where not d.deleted and d.enabled and ${underTarget(target)} and ${scopePredicate(scope, 'v_device', 'd')}
    order by hashint8(d.id), d.id limit ${most}`.execute(db.tables<unknown>())
  return { total: rows[0]?.total ?? 0, devices: rows.map(({ id, name }) => ({ id, name })) }
}

function underTarget(target: Target & { members: readonly string[] }): RawBuilder<boolean> {
  switch (target.scope) {
    case 'TYPE':
      return sql`p.device_type_code = ${target.deviceTypeCode ?? ''}`
    case 'PRODUCT':
      return sql`d.product_id = ${target.productId ?? null}::bigint`
    case 'GROUP':
      return sql`d.id = any(${target.members}::bigint[])`
    default:
      return sql`d.id = ${target.deviceId ?? null}::bigint`
  }
}

/** One report, as far as it holds the metrics that were asked for. */
export interface ReportedValues {
  deviceId: string
  ts: number
  values: Readonly<Record<string, ReadingValue>>
  /** Those of the metrics whose value was BAD. */
  bad: readonly string[]
}

/** Values of these metrics since then, in order of time for each device; of devices that were found in scope. */
export async function seriesOf(
  db: Sql,
  deviceIds: readonly string[],
  { keys, from, to }: { keys: readonly string[]; from: number; to: number },
): Promise<ReportedValues[]> {
  const { rows } = await db.query<ReportedValues & Record<string, unknown>>(
    `select r.device_id as "deviceId", extract(epoch from r.ts)::float8 * 1000 as ts,
       coalesce((select jsonb_object_agg(k, r.readings->k) from unnest($2::text[]) as k
        where r.readings ? k and coalesce(r.quality->>k, 'GOOD') <> 'BAD'), '{}') as values,
       array(select k from unnest($2::text[]) as k where r.quality->>k = 'BAD') as bad
     from v_report r
     where r.device_id = any($1::bigint[]) and r.ts >= to_timestamp($3::float8 / 1000)
       and r.ts <= to_timestamp($4::float8 / 1000) and r.readings ?| $2
     order by r.device_id, r.ts ${DEVICE_MARK}`,
    [[...deviceIds], [...keys], from, to],
  )
  return rows
}
