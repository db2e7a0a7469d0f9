import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/src/platform/database.ts'
import { CUT_ACTION, cutAudit, placeInChain, sealAudit, verifyAudit } from './audit-chain.store.ts'
import { recordOperation } from './audit.store.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const by = { userId: '1', username: 'admin', deptId: '1' }
const entry = { action: 'thing.update', targetIds: ['7'], ip: '127.0.0.1', traceId: 't' }

const write = (n: number) =>
  recordOperation(database.db, by, { ...entry, before: { n: n - 1 }, after: { n, name: '阀' } })
async function writeMany(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await write(n)
}

/** What a person with the password of the database could do. */
async function tamper(statement: string): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(statement)
  })
}

describe('SEC-15 (part) the chain of the operation log', () => {
  it('takes lines and gives none back: no update, delete or truncate', async () => {
    await writeMany(2)
    await sealAudit(database.db)
    for (const statement of [
      "update oper_log set username = 'nobody' /* unscoped:test */",
      'delete from oper_log /* unscoped:test */',
      'truncate oper_log /* unscoped:test */',
      'update oper_log_seal set seq = seq + 10',
      'delete from oper_log_seal',
      'truncate oper_log_seal',
    ]) {
      await expect(database.db.query(statement)).rejects.toThrow('append-only')
    }
    expect(await verifyAudit(database.db)).toMatchObject({ lines: 2, unsealed: 0, broken: null })
  })

  it('counts unsealed lines and seals them in one chain, whichever process seals', async () => {
    await writeMany(5)
    expect(await verifyAudit(database.db)).toMatchObject({ lines: 0, unsealed: 5, broken: null })
    const sealed = await Promise.all([sealAudit(database.db), sealAudit(database.db), sealAudit(database.db)])
    expect(sealed.toSorted()).toEqual([0, 0, 5])
    await writeMany(3)
    await sealAudit(database.db)
    expect(await verifyAudit(database.db)).toMatchObject({ lines: 8, unsealed: 0, head: { seq: 8 }, broken: null })
  })

  it('seals a line that committed late after those that overtook it', async () => {
    await database.db.transaction(async (late) => {
      await recordOperation(late, by, { ...entry, action: 'thing.late' })
      await write(1)
      expect(await sealAudit(database.db)).toBe(1)
    })
    expect(await sealAudit(database.db)).toBe(1)
    expect(await verifyAudit(database.db)).toMatchObject({ lines: 2, broken: null })
  })

  it.each([
    ["update oper_log set username = 'nobody' where id = 3", { because: 'line-changed', operId: '3', seq: 3 }],
    [`update oper_log set after = '{"n":9}' where id = 2`, { because: 'line-changed', operId: '2', seq: 2 }],
    ["update oper_log set ts = ts + interval '1 microsecond' where id = 4", { because: 'line-changed', operId: '4' }],
    ['delete from oper_log where id = 2', { because: 'line-missing', operId: '2', seq: 2 }],
    ['delete from oper_log_seal where seq = 2', { because: 'seal-missing', seq: 2 }],
    ["update oper_log_seal set hash = sha256('x') where seq = 1", { because: 'line-changed', operId: '1' }],
    [
      "insert into oper_log (username, action, ip, trace_id) values ('x', 'thing.slipped', '', '')",
      { because: 'line-unsealed', operId: '6' },
    ],
  ])('names the first broken line after: %s', async (statement, broken) => {
    await writeMany(5)
    await sealAudit(database.db)
    await tamper(`${statement} /* unscoped:test */`)
    expect((await verifyAudit(database.db)).broken).toMatchObject(broken)
  })

  it('finds a line that was taken away before it was sealed', async () => {
    await writeMany(2)
    await tamper('delete from oper_log where id = 2 /* unscoped:test */')
    await sealAudit(database.db)
    expect((await verifyAudit(database.db)).broken).toEqual({ because: 'line-missing', operId: '2', seq: null })
  })

  it('finds the newest lines gone with their seals when the end had been noted', async () => {
    await writeMany(4)
    await sealAudit(database.db)
    const { head } = await verifyAudit(database.db)
    expect(await verifyAudit(database.db, head)).toMatchObject({ broken: null })
    await tamper('delete from oper_log where id > 2 /* unscoped:test */')
    await tamper('delete from oper_log_seal where seq > 2')
    expect((await verifyAudit(database.db)).broken).toBeNull()
    expect((await verifyAudit(database.db, head)).broken).toEqual({ because: 'head-lost', operId: null, seq: 4 })
  })

  it('stays verifiable after a cut, and distinguishes a cut from a deletion', async () => {
    await writeMany(3)
    await tamper("update oper_log set ts = now() - interval '3 years' /* unscoped:test */")
    await sealAudit(database.db)
    await writeMany(2)
    await sealAudit(database.db)
    const year = new Date(Date.now() - 365 * 86_400_000)
    await database.db.transaction(async (tx) => {
      const cut = await cutAudit(tx, year, new Date())
      expect(cut).toMatchObject({ seq: 3, lines: 3 })
      await recordOperation(tx, by, {
        ...entry,
        action: CUT_ACTION,
        after: { seq: cut!.seq, end: cut!.hash.toString('hex') },
      })
      expect(await cutAudit(tx, year, new Date())).toBeNull()
    })
    await sealAudit(database.db)
    expect(await verifyAudit(database.db)).toMatchObject({ lines: 3, head: { seq: 6 }, broken: null })
    expect(await placeInChain(database.db, '4')).toMatchObject({ seq: 4, fits: true })
    await expect(database.db.query('delete from oper_log /* unscoped:test */')).rejects.toThrow('append-only')

    await tamper("update oper_log set after = '{}' where id = 4 /* unscoped:test */")
    expect((await verifyAudit(database.db)).broken).toEqual({ because: 'line-changed', operId: '4', seq: 4 })
  })

  it('does not accept a cut that was not recorded', async () => {
    await writeMany(3)
    await sealAudit(database.db)
    await database.db.query('select oper_log_cut(2, now())')
    expect((await verifyAudit(database.db)).broken).toEqual({ because: 'cut-unproven', operId: null, seq: 2 })
  })
})

it('never keeps a secret in before and after', async () => {
  const after = { name: 'n', password: 'p1', inner: [{ oneTimePassword: 'p2', recoveryCodes: ['p3'] }], tokenCount: 4 }
  await recordOperation(database.db, by, { ...entry, before: null, after })
  const { rows } = await database.db.query('select after from oper_log /* unscoped:test */')
  expect(rows[0]!['after']).toEqual({
    name: 'n',
    password: '***',
    inner: [{ oneTimePassword: '***', recoveryCodes: '***' }],
    tokenCount: 4,
  })
})
