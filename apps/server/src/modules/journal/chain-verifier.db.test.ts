import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/src/platform/database.ts'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import { sealAudit } from '../../platform/audit/audit-chain.store.ts'
import { fakeClock } from '../../platform/clock/clock.ts'
import { chainVerifier } from './operation-log.service.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const by = { userId: '1', username: 'admin', deptId: '1' }
const entry = { action: 'thing.update', targetIds: ['7'], ip: '127.0.0.1', traceId: 't' }
async function writeOne(): Promise<void> {
  await recordOperation(database.db, by, entry)
  await sealAudit(database.db)
}

test('a short chain is answered at once, with all of it done; the same verdict serves who asked before it began', async () => {
  for (let n = 0; n < 3; n += 1) await writeOne()
  const clock = fakeClock(new Date('2026-08-03T01:00:00Z'))
  const verify = chainVerifier(database.db, clock)
  const first = await verify()
  expect(first).toEqual({
    startedTime: '2026-08-03T01:00:00.000Z',
    done: 3,
    total: 3,
    verdict: { lines: 3, unsealed: 0, broken: null, verifiedTime: '2026-08-03T01:00:00.000Z' },
  })
  await writeOne()
  expect((await verify(first.startedTime)).verdict?.lines).toBe(3)
  // Asked without it, or for a later one, it is walked again.
  expect((await verify()).verdict?.lines).toBe(4)
  clock.advance(1_000)
  await writeOne()
  expect((await verify('2026-08-03T01:00:00.500Z')).verdict?.lines).toBe(5)
})

test('while a walk lasts it is told how far it is, all share it, and the verdict follows', async () => {
  await writeOne()
  const clock = fakeClock(new Date('2026-08-03T01:00:00Z'))
  const verify = chainVerifier(database.db, clock)
  const answer = await database.db.transaction(async (tx) => {
    // Nobody reads the seals while they are locked.
    await tx.query('lock table oper_log_seal in access exclusive mode')
    const [one, two] = await Promise.all([verify(), verify()])
    expect([one.verdict, two.startedTime]).toEqual([null, one.startedTime])
    return one
  })
  expect((await verify(answer.startedTime)).verdict).toMatchObject({ lines: 1, broken: null })
})
