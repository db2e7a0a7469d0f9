import { readFileSync } from 'node:fs'
import { makeDevice } from '@sluice/testing'
import { expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()
const SEEN = '2026-06-12T06:30:00.000Z'

/** The migration's statements about existing rows. */
function statementsOverRows(): string[] {
  const file = new URL('../../../../migrations/0018-condition.sql', import.meta.url)
  const statements = readFileSync(file, 'utf8').replaceAll(/--.*$/gm, '').split(';')
  return statements.map((text) => text.trim()).filter((text) => /^(update|insert)/.test(text))
}

it('an upgrade restores lost faults, and takes over the times of the last conditions', async () => {
  const deviceIn = async (status: string, fault: string | null, more: Record<string, unknown> = {}) => {
    const { id } = await makeDevice(test.admin, more)
    await test.db.query(
      `insert into device_shadow (device_id, status, offline_cause, readings, last_seen_time, silent_after, silence_told)
       values ($1, $2, $3, '{"doorOpen": [false, 1781245800000], "level": [1, 1781245900000]}', $4, $4, $2 = 'OFFLINE') /* unscoped:test */`,
      [id, status, status === 'OFFLINE' ? 'SELF' : null, SEEN],
    )
    if (fault !== null)
      await test.db.query(
        `insert into fault (dept_id, device_id, code, level, condition_state, first_time, last_time)
         values (1, $1, $2, 2, 'ACTIVE', $3, $3) /* unscoped:test */`,
        [id, fault, SEEN],
      )
    return id
  }
  const lost = await deviceIn('OFFLINE', null)
  const slave = await deviceIn('OFFLINE', null, {
    productNo: 'SL651-VALVE-CHANNEL',
    channel: 1,
    masterId: await deviceIn('ONLINE', 'P01', { productNo: 'SL651-VALVE-STATION' }),
  })
  const known = await deviceIn('OFFLINE', 'C01')
  const outlived = await deviceIn('ONLINE', 'C02')
  const off = await deviceIn('OFFLINE', null, { enabled: false })
  await test.db.transaction(async (tx) => {
    for (const text of statementsOverRows()) await tx.query(`${text} /* unscoped:test */`)
    const { rows } = await tx.query<{ device_id: string; code: string; holds: boolean; at: string }>(
      'select device_id, code, holds, at from condition_outbox order by device_id /* unscoped:test */',
    )
    expect(rows.map((row) => [row.device_id, row.code, row.holds, row.at])).toEqual([
      [lost, 'C01', true, SEEN],
      [slave, 'C02', true, SEEN],
      [outlived, 'C02', false, SEEN],
    ])
    const { rows: told } = await tx.query(
      'select conditions_at from device_shadow where device_id = any($1) group by 1 /* unscoped:test */',
      [[lost, known, off]],
    )
    expect(told).toEqual([{ conditions_at: SEEN }])
  })
})
