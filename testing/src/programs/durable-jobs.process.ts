import { openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { createDurableJobs } from '@sluice/server/src/platform/durable/durable-jobs.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'

/** A process that takes a job, prints so, and never ends it; the test kills it. `DATABASE_URL` names the database. */
const db = await openDatabase({ address: { url: process.env['DATABASE_URL'] ?? '' }, log: silentLog, poolSize: 4 })
const jobs = createDurableJobs({ db, log: silentLog, queues: ['work'] })
await jobs.start()
await jobs.work('work', async () => {
  process.stdout.write('in the middle\n')
  await new Promise(() => undefined)
})
// Ends with the test that started it.
process.stdin.on('end', () => process.exit()).resume()
process.stdout.write('ready\n')
