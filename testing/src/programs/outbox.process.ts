import { systemClock } from '@sluice/server/src/platform/clock/clock.ts'
import { openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { Outbox } from '@sluice/server/src/platform/outbox/outbox.ts'

/**
 * A process that starts a delivery, prints so and waits in the middle of its transaction; the test kills it.
 * `DATABASE_URL` names a database with the table `effect`.
 */
const db = await openDatabase({ address: { url: process.env['DATABASE_URL'] ?? '' }, log: silentLog, poolSize: 4 })
const outbox = new Outbox({
  db,
  clock: systemClock,
  log: silentLog,
  tell: () => undefined,
  limits: { handlerMs: 600_000 },
  handlers: {
    'fault.raised': [
      async ({ id }, tx) => {
        await tx.query("insert into effect (event, by) values ($1, 'killed')", [id])
        process.stdout.write('in the middle\n')
        await new Promise(() => undefined)
      },
    ],
  },
})
outbox.start()
// Ends with the test that started it.
process.stdin.on('end', () => process.exit()).resume()
process.stdout.write('ready\n')
