import {
  type EdgeFlows,
  geoFeatureResource,
  type GeoFlow,
  type GeoKind,
  type GeoPosition,
  type GeoRank,
} from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { goodNumber, leftOut, partOf } from '../../../platform/db/db-reading.ts'
import { tellRowsOf } from '../../../platform/resource/changed-rows.ts'
import {
  DEVICE_MARK,
  type ScopedDeviceId,
  scopePredicate,
  unscopedMark,
  unscopedText,
} from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'
import type { NetworkEdge } from '../isolation/isolation.rules.ts'
import type { EdgeLine, PlacedValve, ReachBox, Topology } from './topology.rules.ts'

const JOB = unscopedText('job')

/** One rebuild or attachment at a time, also of several processes on one database. */
export async function lockNetwork(tx: Connection): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('geo.network', 0))")
}

export async function readLines(db: Sql): Promise<EdgeLine[]> {
  const { rows } = await db.query<{ id: string; line: GeoPosition[] }>(
    `select id, geometry->'coordinates' as line from geo_feature
     where kind in ('CANAL', 'PIPE') and not deleted order by id ${JOB}`,
  )
  return rows
}

/**
 * Everything that closes a pipe and is in the box or on an edge that a person put it on. Of a million devices few are
 * near a line, and this is read again after each change of one.
 */
export async function readValves(db: Sql, box: ReachBox | undefined): Promise<PlacedValve[]> {
  if (!box) return []
  const { rows } = await db.query<{ id: string; lng: number | null; lat: number | null; edge_id: string | null }>(
    `select d.id, d.lng, d.lat, v.edge_id from v_device d
     join v_product p on p.id = d.product_id
     left join geo_valve v on v.device_id = d.id and v.attached
     where p.device_type_code in ('VALVE', 'HYDRANT') and not d.deleted
       and (d.lng between $1 and $3 and d.lat between $2 and $4 or v.edge_id is not null) order by d.id ${JOB}`,
    [...box],
  )
  return rows.map(({ id, lng, lat, edge_id }) => ({
    deviceId: id,
    place: lng === null || lat === null ? null : [lng, lat],
    ...(edge_id === null ? {} : { edgeId: edge_id }),
  }))
}

/** Replaces the whole network: derived rows, so nothing is lost. */
export async function writeTopology(tx: Sql, { nodes, joints, valves, lengthsM }: Topology): Promise<void> {
  await tx.query('delete from geo_joint')
  await tx.query('delete from geo_node')
  await tx.query(`delete from geo_valve ${JOB}`)
  await tx.query('insert into geo_node (id, lng, lat) select * from unnest($1::bigint[], $2::float8[], $3::float8[])', [
    numberArray(nodes.map((_node, at) => at + 1)),
    numberArray(nodes.map(([lng]) => lng)),
    numberArray(nodes.map(([, lat]) => lat)),
  ])
  await tx.query(
    `insert into geo_joint (edge_id, node_id, at_m)
     select * from unnest($1::bigint[], $2::bigint[], $3::float8[]) on conflict do nothing`,
    [
      numberArray(joints.map(({ edgeId }) => edgeId)),
      numberArray(joints.map(({ node }) => node + 1)),
      numberArray(joints.map(({ atM }) => atM)),
    ],
  )
  await tx.query(
    `insert into geo_valve (device_id, edge_id, at_m, attached)
     select * from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::bool[]) ${JOB}`,
    [
      numberArray(valves.map(({ deviceId }) => deviceId)),
      numberArray(valves.map(({ edgeId }) => edgeId)),
      numberArray(valves.map(({ atM }) => atM)),
      `{${valves.map(({ attached }) => (attached ? 't' : 'f')).join(',')}}`,
    ],
  )
  const { rows } = await tx.query<{ dept: string }>(
    `update geo_feature f set length_m = x.length_m from unnest($1::bigint[], $2::float8[]) as x (id, length_m)
     where f.id = x.id and f.length_m is distinct from x.length_m returning f.dept_id as dept ${JOB}`,
    [numberArray([...lengthsM.keys()]), numberArray([...lengthsM.values()])],
  )
  if (rows.length > 0)
    await tellRowsOf(
      tx,
      geoFeatureResource,
      rows.map(({ dept }) => dept),
    )
}

type EdgeRow = {
  id: string
  kind: GeoKind
  rank: GeoRank | null
  flow: GeoFlow | null
  length_m: number | null
  joints: { node: string; atM: number }[] | null
  valves: { deviceId: string; atM: number }[] | null
}

/** An edge of the network with how its line is drawn. */
export interface DrawnEdge extends NetworkEdge {
  kind: GeoKind
  rank: GeoRank | null
}

/** The network as far as the session sees it: edges and valves of others are not there. */
export const networkInSight = (db: Sql, { scope }: Session): Promise<DrawnEdge[]> =>
  readNetwork(db, (table, alias) => scopePredicate(scope, table, alias))

/** All of it, for the system itself. */
export const wholeNetwork = (db: Sql): Promise<DrawnEdge[]> =>
  readNetwork(db, () => sql<boolean>`true ${unscopedMark('pipeline')}`)

type InSight = (table: 'v_device' | 'geo_feature', alias: string) => RawBuilder<boolean>

async function readNetwork(db: Sql, inSight: InSight): Promise<DrawnEdge[]> {
  const { rows } = await sql<EdgeRow>`
    select f.id::text as id, f.kind, f.rank, f.flow, f.length_m,
      (select json_agg(json_build_object('node', j.node_id::text, 'atM', j.at_m)) from geo_joint j
        where j.edge_id = f.id) as joints,
      (select json_agg(json_build_object('deviceId', v.device_id::text, 'atM', v.at_m)) from geo_valve v
        join v_device d on d.id = v.device_id
        where v.edge_id = f.id and not d.deleted and ${inSight('v_device', 'd')}) as valves
    from geo_feature f
    where f.kind in ('CANAL', 'PIPE') and not f.deleted and ${inSight('geo_feature', 'f')}
    order by f.id`.execute(db.tables<unknown>())
  // Keys pass the query builder's camel-case plug-in unchanged or changed: both are read.
  return rows.map((row) => {
    const length = row.length_m ?? (row as unknown as { lengthM: number | null }).lengthM
    const { id, kind, rank, flow, joints, valves } = row
    return { id, kind, rank, flow, lengthM: length ?? 0, joints: joints ?? [], valves: valves ?? [] }
  })
}

const TOLD = partOf('s.readings', 'flow')
const FLOW = sql.raw(goodNumber(TOLD))
const FLOW_LEFT_OUT = sql.raw(leftOut(TOLD))

/** What is said of an edge `f`, of whose valves `v` the row `x` says the flow and whether it was left out. */
export const FLOWS_OF_EDGE = sql.raw(`coalesce(sum(x.flow), 0) as "flowM3h",
  count(*) filter (where x.left_out)::int as "leftOut",
  json_agg(json_build_object('at', coalesce(least(1, round((v.at_m / nullif(f.length_m, 0))::numeric, 4)), 0),
    'flowM3h', round(x.flow::numeric, 2))
    order by v.at_m) as valves`)
export const BY_EDGE = sql.raw('group by v.edge_id having bool_or(x.flow <> 0) or bool_or(x.left_out)')

/** Flow that online devices report now, by their edge: where there is any, or values were left out. */
export async function flowsInSight(db: Sql, { scope }: Session): Promise<EdgeFlows> {
  const { rows } = await sql<EdgeFlows[number]>`
    select v.edge_id::text as "edgeId", ${FLOWS_OF_EDGE}
    from geo_valve v
    join v_device d on d.id = v.device_id
    left join v_device_state s on s.device_id = d.id and d.enabled and s.status = 'ONLINE'
    join geo_feature f on f.id = v.edge_id
    cross join lateral (select ${FLOW} as flow, ${FLOW_LEFT_OUT} as left_out) x
    where not d.deleted and not f.deleted
      and ${scopePredicate(scope, 'v_device', 'd')} and ${scopePredicate(scope, 'geo_feature', 'f')}
    ${BY_EDGE}`.execute(db.tables<unknown>())
  return rows
}

export async function namesOf(
  db: Sql,
  { scope }: Session,
  deviceIds: readonly string[],
): Promise<Map<string, { name: string; deviceNo: string }>> {
  const { rows } = await sql<{ id: string; name: string; deviceNo: string }>`
    select d.id, d.name, d.device_no as "deviceNo" from v_device d
    where d.id = any(${deviceIds}::bigint[]) and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    db.tables<unknown>(),
  )
  return new Map(rows.map(({ id, name, deviceNo }) => [id, { name, deviceNo }]))
}

export async function placesOfNodes(db: Sql, nodes: readonly string[]): Promise<GeoPosition[]> {
  const { rows } = await db.query<{ lng: number; lat: number }>(
    'select lng, lat from geo_node where id = any($1::bigint[]) order by id',
    [numberArray(nodes)],
  )
  return rows.map(({ lng, lat }) => [lng, lat])
}

/** The owner of the valve, and its edge; null when it has none. */
export async function placeOfValve(
  db: Sql,
  deviceId: ScopedDeviceId,
): Promise<{ deptId: string; edgeId: string | null }> {
  const { rows } = await db.query<{ dept_id: string; edge_id: string | null }>(
    `select d.dept_id, v.edge_id from v_device d left join geo_valve v on v.device_id = d.id where d.id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  const [valve] = rows as [{ dept_id: string; edge_id: string | null }]
  return { deptId: valve.dept_id, edgeId: valve.edge_id }
}

/** Where along the edge is found by the next rebuild. */
export async function attachValve(db: Sql, deviceId: ScopedDeviceId, edgeId: string): Promise<void> {
  await db.query(
    `insert into geo_valve (device_id, edge_id, at_m, attached) values ($1, $2, 0, true)
     on conflict (device_id) do update set edge_id = excluded.edge_id, attached = true ${DEVICE_MARK}`,
    [deviceId, edgeId],
  )
}

export async function detachValve(db: Sql, deviceId: ScopedDeviceId): Promise<void> {
  await db.query(`delete from geo_valve where device_id = $1 ${DEVICE_MARK}`, [deviceId])
}

/** A valve on a canal that a hand put there is the one that takes its place. Both were found in sight. */
export async function valveReplaced(db: Sql, oldId: ScopedDeviceId, newId: ScopedDeviceId): Promise<void> {
  await db.query(`delete from geo_valve where device_id = $1 ${DEVICE_MARK}`, [newId])
  await db.query(`update geo_valve set device_id = $2 where device_id = $1 ${DEVICE_MARK}`, [oldId, newId])
}
