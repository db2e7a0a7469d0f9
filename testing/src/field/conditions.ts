import type { TestPlatform } from '../platform/platform.ts'

/**
 * Does what the pipeline does with conditions: stores them with a report, and emits them after its commit. `at`: when they were
 * observed, where that is not now (epoch ms).
 */
export async function tellConditions(
  { db, clock, platform }: TestPlatform,
  device: { deviceId: string; deptId: string },
  conditions: Readonly<Record<string, boolean>>,
  at = clock.now().getTime(),
): Promise<void> {
  await db.query(
    `insert into condition_outbox (device_id, code, holds, at)
     select $1, key, value::boolean, $3 from jsonb_each_text($2) /* unscoped:test */`,
    [device.deviceId, JSON.stringify(conditions), new Date(at).toISOString()],
  )
  platform.faults.observe(device, conditions)
}
