import { jobRuns, type JobRun, type Resource, resourcePath } from '@sluice/contract'
import { ApiFailure, type ApiClient, type Fields } from './client.ts'
import { headersOf } from '../browser/sign-in.ts'
import { until } from './wait.ts'

/** Waits until the caller's job has ended, with any outcome. */
export function jobEnded(client: ApiClient, id: string): Promise<JobRun> {
  return until(`the end of job ${id}`, async () => {
    const job = (await client.call(jobRuns, {})).find((one) => one.id === id)
    return job && job.status !== 'QUEUED' && job.status !== 'RUNNING' ? job : undefined
  })
}

async function begin(client: ApiClient, resource: Resource, verb: 'export' | 'import', input: Fields): Promise<string> {
  const path = resourcePath(resource, verb)
  const answer = await client.answer('POST', path, input)
  if (answer.code !== 0) throw new ApiFailure(path, answer)
  return (answer.data as { jobId: string }).jobId
}

/** Exports and waits; returns the job's id. CSV by default. */
export async function exportOf(client: ApiClient, resource: Resource, input: Fields): Promise<string> {
  const id = await begin(client, resource, 'export', { format: 'csv', ...input })
  const job = await jobEnded(client, id)
  if (job.status !== 'DONE') throw new Error(`the export of ${resource.name} ended ${job.status}: ${job.error}`)
  return id
}

/** Imports a text file (or bytes) and waits for the job's end. */
export async function importOf(
  client: ApiClient,
  resource: Resource,
  file: string | Buffer,
  input: Fields = {},
): Promise<JobRun> {
  const base64 = Buffer.from(file).toString('base64')
  const id = await begin(client, resource, 'import', { file: base64, name: 'rows.csv', commit: true, ...input })
  return jobEnded(client, id)
}

/** Downloads as a browser does: with the cookie alone. */
export function download(client: ApiClient, id: string): Promise<Response> {
  return fetch(new URL(`/security/v1/jobRun/file?id=${id}`, client.url), {
    headers: headersOf({ cookie: client.visitor.cookie ?? '' }),
  })
}

export async function bytesOf(client: ApiClient, id: string): Promise<Buffer> {
  const response = await download(client, id)
  if (!response.headers.get('content-disposition')?.startsWith('attachment'))
    throw new Error(`no attachment, but ${response.status} ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

/** The file as text, its byte order mark included. */
export async function fileOf(client: ApiClient, id: string): Promise<string> {
  return (await bytesOf(client, id)).toString('utf8')
}
