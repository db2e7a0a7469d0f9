import { randomUUID } from 'node:crypto'
import { emitLater } from '@sluice/server/src/platform/outbox/outbox.store.ts'
import type { TestPlatform } from './platform.ts'
import { until } from './wait.ts'

/**
 * Every event stored so far was received in the platform's process: that it is marked as delivered comes before that. A
 * change of blocked addresses, stored after them, marks the end.
 */
export async function eventsReceived({ db, platform }: Pick<TestPlatform, 'db' | 'platform'>): Promise<void> {
  await until('every stored event is delivered', async () => {
    const { rows } = await db.query('select from outbox where delivered_at is null limit 1')
    return rows.length === 0
  })
  const network = randomUUID()
  let isReceived = false
  const end = platform.bus.on('address.blocked', (fact) => {
    isReceived ||= fact.network === network
  })
  try {
    await emitLater(db, [{ name: 'address.blocked', key: network, fact: { network } }])
    await until('the last stored event is received', () => isReceived)
  } finally {
    end()
  }
}
