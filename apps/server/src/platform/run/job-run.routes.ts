import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { cancelJob, forgetJob, jobFile, jobReport, jobRuns } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { Download } from '../http/download.ts'
import { type Api, mountOperation } from '../http/mount-operation.ts'

/** What people may do with the jobs they started. They reach only their own. */
export function mountJobRuns(api: Api): void {
  const { runs } = api
  mountOperation(api, jobRuns, (_input, { session }) => runs.list(session))
  mountOperation(api, jobReport, ({ id }, { session }) => runs.report(session, id))
  mountOperation(api, cancelJob, async ({ id }, { session }) => {
    await runs.cancel(session, id)
    return true as const
  })
  mountOperation(api, forgetJob, async ({ id }, { session }) => {
    await runs.forget(session, id)
    return true as const
  })
  mountOperation(api, jobFile, async ({ id }, { session }) => {
    const { path, name, once } = await runs.file(session, id)
    const content = createReadStream(path)
    await new Promise<void>((resolve, reject) => {
      content.once('open', () => resolve())
      // Deleted between the check and the opening.
      content.once('error', () => reject(new AppError('not-found')))
    })
    // An open file can be read to its end after its name is removed.
    if (once) await rm(path, { force: true })
    return new Download(name, content)
  })
}
