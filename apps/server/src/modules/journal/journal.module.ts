import {
  loginLogResource,
  operationLogActions,
  operationLogGet,
  operationLogObjects,
  operationLogProof,
  operationLogResource,
  operationLogVerify,
  systemLogResource,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { LogRecorder } from '../../platform/log/log-recorder.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { deleteLoginsBefore, insertLogin, LOGINS } from './login-log.store.ts'
import { loggedObjects } from './logged-objects.ts'
import { sentencesOf } from './logged-sheet.ts'
import { chainVerifier, cutOperations, proofOf, wholeLine } from './operation-log.service.ts'
import { actionsInSight, OPERATIONS } from './operation-log.store.ts'
import { cutLines, insertLines, SYSTEM_LINES } from './system-log.store.ts'

const DAY_MS = 86_400_000
/** The operation and sign-in logs are stored for more than a year (domain 13); the server's own errors for a month. */
export const RETENTION = { operationDays: 400, loginDays: 400, systemDays: 30, systemLines: 20_000 } as const
/** At most this many lines go into one statement. */
const BATCH = 200

export interface JournalParts {
  db: Database
  clock: Clock
  /** Where the lines of the log wait; without one the system log stays empty. */
  recorder?: LogRecorder | undefined
}

/** The logs: operations, sign-ins, and errors of the server itself (domain 13). */
export function createJournal({ db, clock, recorder }: JournalParts) {
  /** Never throws and never logs: a line about a line that could not be stored would wait for the same store. */
  async function flush(): Promise<void> {
    if (!recorder) return
    for (;;) {
      const { lines, lost } = recorder.next(BATCH)
      if (lines.length === 0 && lost === 0) return
      try {
        const kept = lost === 0 ? lines : [...lines, lostLine(lost, clock.now())]
        await db.transaction((tx) => insertLines(tx, kept))
      } catch {
        recorder.putBack(lines, lost)
        return
      }
      if (lines.length < BATCH) return
    }
  }

  async function retain(): Promise<void> {
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
    await cutOperations(db, before(RETENTION.operationDays), clock.now())
    await deleteLoginsBefore(db, before(RETENTION.loginDays))
    await cutLines(db, before(RETENTION.systemDays), RETENTION.systemLines)
  }

  return {
    flush,
    retain,
    noteLogin: insertLogin,
    mount(api: Api): void {
      mountResource(api, operationLogResource, {
        ...OPERATIONS,
        answered: ['get'],
        forSheet: (rows, reading) => sentencesOf(api.shapes, rows, reading),
      })
      mountOperation(api, operationLogObjects, ({ ids }, { session }) => loggedObjects(api, session, ids.split(',')))
      mountOperation(api, operationLogActions, (_input, { session }) => actionsInSight(db, session.scope))
      mountOperation(api, operationLogGet, ({ id }, { session }) => wholeLine(db, session.scope, rowId(id)))
      mountOperation(api, operationLogProof, ({ id }, { session }) => proofOf(db, clock, session.scope, rowId(id)))
      const verified = chainVerifier(db, clock)
      mountOperation(api, operationLogVerify, async ({ since }, { session }) => {
        if (!session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
        return verified(since)
      })
      mountResource(api, loginLogResource, LOGINS)
      mountResource(api, systemLogResource, SYSTEM_LINES)
    },
    /** `mayDelete`: whether the clock is trusted, so that expired lines may be deleted. */
    startJobs(jobs: Jobs, mayDelete: () => Promise<boolean>): void {
      jobs.start({ name: 'journal.system-log', everyMs: 2_000, run: flush })
      jobs.start({
        name: 'journal.retention',
        everyMs: 6 * 3_600_000,
        exclusive: true,
        run: async () => {
          if (await mayDelete()) await retain()
        },
      })
    },
  }
}

function lostLine(lost: number, now: Date) {
  const message = `${lost} lines of the log could not be kept: too many came at once`
  return { ts: now.toISOString(), level: 'WARN' as const, message, facts: { lost }, stack: null, traceId: null }
}
