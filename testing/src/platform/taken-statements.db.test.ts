import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { complaintsAbout, recordedStatements } from './taken-statements.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

it('a statement that the database cannot read, or that names what is not there, is told; none is run', async () => {
  const taken = [
    'begin',
    'create table made (id int)',
    "insert into dict_type (dict_type, dict_name) values ('a', $1)",
    'select count(*) filter (where id > $1) from dict_type where dict_name = any($2::text[])',
  ]
  const refused = {
    'select nothing from dict_type': 'column "nothing" does not exist',
    'select no_function(id) from dict_type': 'function no_function(bigint) does not exist',
    'select id from made': 'relation "made" does not exist',
    'selec 1': 'syntax error at or near "selec"',
  }
  const complaints = await complaintsAbout(database.db, [...taken, ...Object.keys(refused), ...taken])
  expect(Object.fromEntries(complaints)).toEqual(refused)
  const { rows } = await database.db.query('select from dict_type')
  expect(rows).toEqual([])
})

it('what several processes wrote down is read once each', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-taken-'))
  try {
    writeFileSync(join(folder, '1.jsonl'), '"select 1"\n"select\\n2"\n')
    writeFileSync(join(folder, '2.jsonl'), '"select 1"\n')
    expect(recordedStatements(folder)).toEqual(['select 1', 'select\n2'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
