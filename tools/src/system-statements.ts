import { createTestDatabase, startTestCluster } from '../../testing/src/platform/database.ts'
import { complaintsAbout, recordedStatements } from '../../testing/src/platform/taken-statements.ts'

/** Fewer come only from a run of database tests that went wrong. */
const FEWEST = 1_000

/** Which of the statements a PostgreSQL does not take, on the product's tables. */
async function refusedBy(postgres: 'embedded' | 'system', statements: readonly string[]): Promise<Map<string, string>> {
  const cluster = await startTestCluster({ postgres })
  try {
    const database = await createTestDatabase()
    try {
      return await complaintsAbout(database.db, statements)
    } finally {
      await database.drop()
    }
  } finally {
    await cluster.stop()
  }
}

/**
 * `node tools/src/system-statements.ts FOLDER`: whether the machine's own PostgreSQL takes every statement of the folder
 * that the packaged one takes. What a test sends about tables of its own both refuse.
 */
const statements = recordedStatements(process.argv[2] ?? '')
const packaged = await refusedBy('embedded', statements)
const system = await refusedBy('system', statements)
const found = statements.filter((one) => !packaged.has(one) && system.has(one))
for (const one of found) console.log(`${system.get(one)}\n    ${one.replaceAll('\n', '\n    ')}`)
const asked = statements.length - packaged.size
console.log(`${asked} statements, ${found.length} refused`)
if (asked < FEWEST) console.log(`the database tests send more than ${FEWEST}`)
process.exitCode = found.length > 0 || asked < FEWEST ? 1 : 0
