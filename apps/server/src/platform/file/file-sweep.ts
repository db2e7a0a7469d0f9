import { fieldsOfKind } from '@sluice/contract'
import type { Api } from '../http/mount-operation.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { dropOfDeleted, dropUnused } from './stored-file.store.ts'

/** How long an upload waits for a row. */
const UNUSED_MS = 86_400_000
/** Longer than a deletion can be taken back (resource-restore.ts). */
const DELETED_MINUTES = 60
const EVERY_MS = 600_000

/** Takes away what no row refers to any more, while the clock is believed. */
export function startFileSweep(jobs: Jobs, api: Api, mayDelete: () => Promise<boolean>): void {
  jobs.start({
    name: 'file.sweep',
    everyMs: EVERY_MS,
    exclusive: true,
    run: async () => {
      if (await mayDelete()) await sweepFiles(api)
    },
  })
}

export async function sweepFiles({ db, clock, shapes }: Pick<Api, 'db' | 'clock' | 'shapes'>): Promise<void> {
  await dropUnused(db, new Date(clock.now().getTime() - UNUSED_MS))
  for (const shape of shapes)
    if (fieldsOfKind(shape.resource, 'files').length > 0) await dropOfDeleted(db, shape, DELETED_MINUTES)
}
