import { FaultTracker } from '@sluice/server/src/modules/fault/fault.service.ts'
import { ownersOf } from '@sluice/server/src/modules/registry/registry.store.ts'
import { takeConditions } from '@sluice/server/src/modules/telemetry/condition/condition.store.ts'
import { SilenceWatch } from '@sluice/server/src/modules/telemetry/condition/silence.service.ts'
import type { Clock } from '@sluice/server/src/platform/clock/clock.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import type { Database } from '@sluice/server/src/platform/db/db.ts'

/** Gateways with slaves that fall silent, and what finds that and makes faults of it, without the rest of a platform. */
export function silentField(place: { db: Database; dept: string; product: string }, clock: Clock) {
  const now = () => clock.now().getTime()

  /** Devices that reported until now, and are late from so many seconds on, as many in each of them. */
  async function makeSilent(size: { gateways: number; slaves: number; inSeconds: number }): Promise<void> {
    await place.db.query(
      `with gateway as (
         insert into device (dept_id, product_id, device_no, name)
         select $1, $2, 'G-' || n, 'gateway ' || n from generate_series(1, $3::int) n returning id, device_no
       ), slave as (
         insert into device (dept_id, product_id, device_no, name, master_id)
         select $1, $2, g.device_no || '-' || n, 'slave', g.id from gateway g, generate_series(1, $4::int) n returning id, master_id
       ), late as (
         select id, to_timestamp($5::float8 / 1000) + ((row_number() over (order by id) - 1) * $6::int / $3) * interval '1 second' as at
         from gateway
       )
       insert into device_shadow (device_id, status, first_seen_time, last_seen_time, silent_after)
       select d.id, 'ONLINE', l.at - interval '1 hour', l.at - interval '1 hour', l.at
       from (select id, id as master_id from gateway union all select id, master_id from slave) d join late l on l.id = d.master_id
       /* unscoped:test */`,
      [place.dept, place.product, size.gateways, size.slaves, now(), size.inSeconds],
    )
  }

  /** Looks once for silence, and writes the faults. */
  async function startWatch(): Promise<() => Promise<void>> {
    const { db } = place
    const watch = new SilenceWatch({
      db,
      directory: { devices: () => [].values(), device: () => undefined },
      ownersOf: (ids) => ownersOf(db, ids),
      onSilent: () => undefined,
    })
    const faults = new FaultTracker({
      db,
      clock,
      log: silentLog,
      takeConditions,
      downstreamOf: async () => [],
      groupsOf: async () => new Map(),
      onActions: () => undefined,
    })
    await watch.start()
    await faults.start()
    return async () => {
      await watch.check(now())
      await faults.catchUp()
    }
  }
  return { makeSilent, startWatch }
}
