import { MAP_FLAGS, MAP_STATUS, SILENCE_FAULTS } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import { scopePredicate } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'

/**
 * All devices in scope as the JSON text of their columns (contract: deviceMap). Reads the data of registry, telemetry
 * and faults in one statement, without writing: the map is the only place that needs all of them at once, and a hundred
 * thousand rows must not be joined, parsed and serialized in the event loop (docs/decisions/0010-map.md).
 */
export async function deviceColumns(db: Sql, scope: Scope, time: string): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select json_build_object(
      'time', ${time}::text,
      'ids', coalesce(json_agg(id), '[]'), 'names', coalesce(json_agg(name), '[]'),
      'deviceNos', coalesce(json_agg(device_no), '[]'), 'types', coalesce(json_agg(device_type_code), '[]'),
      'productIds', coalesce(json_agg(product_id), '[]'),
      'deptIds', coalesce(json_agg(dept_id), '[]'), 'masterIds', coalesce(json_agg(master_id), '[]'),
      'lngs', coalesce(json_agg(lng), '[]'), 'lats', coalesce(json_agg(lat), '[]'),
      'status', coalesce(json_agg(status), '[]'), 'levels', coalesce(json_agg(level), '[]'),
      'flags', coalesce(json_agg(flags), '[]'), 'seen', coalesce(json_agg(seen), '[]'))::text as columns
    from (
      select d.id::text as id, d.name, d.device_no, p.device_type_code, d.product_id::text as product_id,
        d.dept_id::text as dept_id,
        d.master_id::text as master_id, round(d.lng::numeric, 6) as lng, round(d.lat::numeric, 6) as lat, coalesce(f.level, 0) as level,
        case when not d.enabled then ${sql.lit(MAP_STATUS.DISABLED)} when s.status = 'ONLINE' then ${sql.lit(MAP_STATUS.ONLINE)}
          when s.status = 'OFFLINE' then ${sql.lit(MAP_STATUS.OFFLINE)} else ${sql.lit(MAP_STATUS.INACTIVE)} end as status,
        case when s.status = 'ONLINE' and s.readings->'valveState'->>0 in ('OPENING', 'CLOSING') then ${sql.lit(MAP_FLAGS.moving)} else 0 end
        + case when f.low then ${sql.lit(MAP_FLAGS.lowBattery)} else 0 end
        + case when s.offline_cause = 'MASTER' then ${sql.lit(MAP_FLAGS.masterOffline)} else 0 end as flags,
        extract(epoch from s.last_seen_time)::bigint as seen
      from v_device d
      join v_product p on p.id = d.product_id
      left join v_device_state s on s.device_id = d.id
      left join (select device_id, max(level) filter (where code <> all(${SILENCE_FAULTS})) as level, bool_or(code = 'P01') as low
                 from v_open_fault group by device_id) f on f.device_id = d.id
      where not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
      order by d.id
    ) seen_devices`.execute(db.tables<unknown>())
  return rows[0]!.columns
}
