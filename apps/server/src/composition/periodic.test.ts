import { expect, it } from 'vitest'
import { createJournal } from '../modules/journal/journal.module.ts'
import { registryModule } from './context/registry.ts'
import { fakeClock } from '../platform/clock/clock.ts'
import type { Database } from '../platform/db/db.ts'
import { createJobs, type Job } from '../platform/jobs/jobs.ts'
import { silentLog } from '../platform/log/log.ts'

/** The jobs that delete by age, by name, and whether each tried to delete anything. */
async function deletionsWhere(believed: boolean): Promise<Record<string, boolean>> {
  const jobs = new Map<string, Job>()
  const deleted = new Set<string>()
  const started = { start: (job: Job) => void jobs.set(job.name, job), stop: async () => undefined }
  const mayDelete = async () => believed
  const idle = async () => undefined
  const registry = {
    mount: () => undefined,
    start: idle,
    replayKept: idle,
    endOldTokens: idle,
    dropOldUnknown: async () => void deleted.add('registry.unknown-stations'),
    flush: idle,
  }
  registryModule(registry, mayDelete).jobs?.(started)
  const query = () => {
    deleted.add('journal.retention')
    return Promise.reject(new Error('asked'))
  }
  const journal = createJournal({ db: { query } as unknown as Database, clock: fakeClock('2026-08-03T00:00:00Z') })
  journal.startJobs(started, mayDelete)
  const names = ['registry.unknown-stations', 'journal.retention']
  for (const name of names)
    await jobs
      .get(name)!
      .run(new AbortController().signal)
      .catch(() => undefined)
  return Object.fromEntries(names.map((name) => [name, deleted.has(name)]))
}

it.each([true, false])('what is too old leaves where the clock is believed: %s', async (believed) => {
  expect(await deletionsWhere(believed)).toEqual({
    'registry.unknown-stations': believed,
    'journal.retention': believed,
  })
})

it('checks whether the clock was set before any job runs', async () => {
  const told: string[] = []
  const always = async (_name: string, work: () => Promise<void>) => {
    await work()
    return true
  }
  const jobs = createJobs({ log: silentLog, exclusively: always, first: () => void told.push('look') })
  for (const exclusive of [true, false]) {
    const run = async () => void told.push('run')
    jobs.start({ name: `job ${exclusive}`, everyMs: 60_000, atStart: true, exclusive, run })
  }
  await expect.poll(() => told.filter((what) => what === 'run')).toHaveLength(2)
  await jobs.stop()
  expect(told.filter((what) => what === 'look')).toHaveLength(2)
  expect(told[0]).toBe('look')
})
