import type { Sql } from '../../platform/db/db.ts'
import { goodNumberIn, observedAt, partOf } from '../../platform/db/db-reading.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'
import type { TempReading } from './excursion.rules.ts'

const JOB = unscopedText('job')
const TEMPERATURE = 'temperature'
/** Readings that are judged at once. */
const PIECE = 20_000

/** Probes with readings that were not judged yet, or not with what came late. */
export async function probesToCount(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ device_id: string }>(
    `select p.device_id from temp_probe p left join v_device_state s on s.device_id = p.device_id
     where p.counted_to is not null and (p.recount_from is not null
       or ${observedAt(partOf('s.readings', TEMPERATURE))} > extract(epoch from p.counted_to)::float8 * 1000 + 0.5)
     order by p.device_id ${JOB}`,
  )
  return rows.map((row) => row.device_id)
}

/** The readings after a time (epoch ms), in order, at most so many as are judged at once. */
export async function readingsAfter(tx: Sql, deviceId: string, after: number): Promise<TempReading[]> {
  const { rows } = await tx.query<{ [K in keyof TempReading]: TempReading[K] }>(
    `select extract(epoch from ts)::float8 * 1000 as ts, ${goodNumberIn('readings', 'quality', TEMPERATURE)} as v from v_report r
     where device_id = $1 and r.ts > to_timestamp($2::float8 / 1000) and readings ? '${TEMPERATURE}'
     order by r.ts limit ${PIECE} ${JOB}`,
    [deviceId, after],
  )
  return rows
}
export const isLastPiece = (readings: readonly TempReading[]) => readings.length < PIECE
