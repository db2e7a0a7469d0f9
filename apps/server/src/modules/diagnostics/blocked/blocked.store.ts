import type { blockedAddressResource } from '@sluice/contract'
import { sql } from 'kysely'
import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Database, Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import type { ResourceOptions } from '../../../platform/resource/resource-change.ts'
import { rowId, scopePredicate } from '../../../platform/resource/scoped.ts'

/** `now` of the store: what ends is shown as ended at once, and let in when the next look is taken. */
export const BLOCKED_ADDRESSES: Pick<ResourceOptions<typeof blockedAddressResource>, 'computed'> = {
  computed: {
    version: '0',
    state: "case when t.until_time is null or t.until_time > now() then 'ACTIVE' else 'ENDED' end",
  },
}

export interface BlockedEntry {
  id: string
  network: string
}

/** What is kept out at a time, the longest listed first. */
export async function activeBlocks(db: Sql, now: Date): Promise<BlockedEntry[]> {
  const { rows } = await db.query<BlockedEntry & Record<string, unknown>>(
    'select id, network from blocked_address where until_time is null or until_time > $1 order by id',
    [now],
  )
  return rows
}

export interface NewBlock {
  network: string
  reason: string
  until: Date | null
  by: { id: string; name: string }
  now: Date
}

/** Makes room by deleting ended entries if it is full; undefined when it is full all the same. */
export async function saveBlock(tx: Sql, { network, reason, until, by, now }: NewBlock, most: number) {
  // Two at once would both find the last place.
  await tx.query('lock table blocked_address in share row exclusive mode')
  const { rows: full } = await tx.query<{ n: number }>(
    'select count(*)::int as n from blocked_address where network <> $1',
    [network],
  )
  if (full[0]!.n >= most) {
    const { rowCount } = await tx.query('delete from blocked_address where until_time <= $1', [now])
    if (full[0]!.n - (rowCount ?? 0) >= most) return undefined
  }
  const { rows } = await tx.query<{ id: string }>(
    `insert into blocked_address (network, reason, until_time, create_by, by_name, create_time)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (network) do update set reason = excluded.reason, until_time = excluded.until_time,
       create_by = excluded.create_by, by_name = excluded.by_name, create_time = excluded.create_time
     returning id`,
    [network, reason, until, by.id, by.name, now],
  )
  return rows[0]!.id
}

/** The entry as it was; undefined when there is none any more. */
export async function deleteBlock(tx: Sql, id: string): Promise<{ network: string; reason: string } | undefined> {
  const { rows } = await tx.query<{ network: string; reason: string }>(
    'delete from blocked_address where id = $1 returning network, reason',
    [rowId(id)],
  )
  return rows[0]
}

export interface Hits {
  count: number
  /** Epoch ms. */
  lastAt: number
}

export async function addHits(db: Sql, hits: ReadonlyMap<string, Hits>): Promise<void> {
  const all = [...hits]
  await db.query(
    `update blocked_address b set hits = b.hits + h.n,
       last_hit_time = greatest(b.last_hit_time, to_timestamp(h.at / 1000))
     from unnest($1::bigint[], $2::bigint[], $3::float8[]) as h (id, n, at) where b.id = h.id`,
    [
      numberArray(all.map(([id]) => id)),
      numberArray(all.map(([, { count }]) => count)),
      numberArray(all.map(([, { lastAt }]) => lastAt)),
    ],
  )
}

/** A device that identified itself from an address. */
export interface DeviceAt {
  deviceId: string
  name: string
  address: string
}

/** Devices by the addresses they came from since then, the latest first; `like` limits what stands in the log. */
export async function devicesFrom(
  db: Database,
  scope: Scope,
  { like, since }: { like: string; since: Date },
): Promise<DeviceAt[]> {
  const { rows } = await sql<DeviceAt>`
    select d.id::text as "deviceId", d.name, a.address from (
      select c.device_id, left(c.remote, length(c.remote) - position(':' in reverse(c.remote))) as address,
        max(c.ts) as last
      from connect_log c where c.event = 'REGISTER' and c.ts > ${since} and c.remote like ${like} group by 1, 2
    ) a join v_device d on d.id = a.device_id
    where not d.deleted and ${scopePredicate(scope, 'v_device', 'd')} order by a.last desc`.execute(db.tables())
  return rows
}
