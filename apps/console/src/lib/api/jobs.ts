import { jobFile, type JobRun, jobRuns, type Resource, resourcePath, type SheetFormat } from '@sluice/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { useAsked } from './answer.ts'
import { askerHeaders, call, done, LONG_CALL_MS, queryOf, request } from './api.ts'
import { queryClient } from './query.ts'
import { boundedNow } from './resource-calls.ts'
import { saveAs, saveContent } from './save-file.ts'
import { addressOf } from './service-bases.ts'
import { exportWords, sheetWords } from '../text/sheet-words.ts'
import { t } from '../text/text.ts'
import { toast } from '../page/toast.ts'

const KEY = ['job-runs']
const LOOK_EVERY_MS = 1000

/** Whether the job tray is open. */
export const useTray = create<{ open: boolean }>()(() => ({ open: false }))
export const openTray = () => useTray.setState({ open: true })
export const closeTray = () => useTray.setState({ open: false })

export function isOpen({ status }: JobRun): boolean {
  return status === 'QUEUED' || status === 'RUNNING'
}

/** The fraction done, 0 to 1; null when the total is unknown. */
export function partDone({ progress, total }: JobRun): number | null {
  if (total === null) return null
  return total === 0 ? 1 : Math.min(1, progress / total)
}

/** The jobs this user started; polled every second while some are running. */
export function useJobs() {
  const known = useQueryClient().getQueryData<readonly JobRun[]>(KEY)
  const everyMs = known?.some(isOpen) ? LOOK_EVERY_MS : false
  return useAsked(KEY, (how) => call(jobRuns, {}, how), { silent: true, everyMs })
}

export async function forgetJobs(client: QueryClient = queryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: KEY })
}

interface ExportOf {
  format: SheetFormat
  columns: readonly string[]
  /** Search, sort and order as in the address. */
  filters: Readonly<Record<string, string>>
  /** Only these rows; without ids, all rows of the search. */
  ids?: readonly string[]
}

/** Starts an export and opens the tray, where its file will appear. */
export async function startExport(resource: Resource, { format, columns, filters, ids }: ExportOf): Promise<void> {
  const { sort, order, keyword, ...others } = boundedNow(filters)
  const typed = Object.entries(others).map(([name, value]) => [name, value] as const)
  const words = exportWords(resource)
  const search = { ...(sort ? { sort, order } : {}), ...(keyword ? { keyword } : {}), ...Object.fromEntries(typed) }
  done(
    await request('POST', resourcePath(resource, 'export'), {
      ...search,
      format,
      columns: columns.filter((name) => resource.fields[name]?.kind !== 'files'),
      words,
      ...(ids ? { ids } : {}),
    }),
  )
  await followJobs()
}

/** Opens the tray, which lists a job that has just been started. */
export async function followJobs(): Promise<void> {
  await forgetJobs()
  openTray()
}

interface ImportOf {
  file: File
  commit: boolean
  updateExisting: boolean
}

/** The bytes of a file in base64, by the browser's fastest way. */
export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })
}

/** Starts an import or its dry run; returns the job's id. The dialog shows failures. */
export async function startImport(resource: Resource, { file, commit, updateExisting }: ImportOf): Promise<string> {
  const body = {
    file: await base64Of(file),
    name: file.name.slice(-120),
    commit,
    updateExisting,
    words: sheetWords(resource),
  }
  const answer = done(
    await request('POST', resourcePath(resource, 'import'), body, { inPlace: true, timeoutMs: LONG_CALL_MS }),
  ) as { jobId: string }
  await forgetJobs()
  return answer.jobId
}

/** Lets the browser download the file; the session's cookie authorises it (SEC-12). */
export function fetchFile(job: JobRun): void {
  saveAs(addressOf(jobFile.path) + queryOf({ id: job.id }), job.file?.name ?? '')
  // A file that may be read once disappears from the list after the download.
  if (job.file?.once) setTimeout(() => void forgetJobs(), LOOK_EVERY_MS)
}

/** Downloads an empty sheet to fill in, in the user's language. */
export async function fetchTemplate(resource: Resource, format: SheetFormat): Promise<void> {
  const words = sheetWords(resource)
  const response = await fetch(addressOf(resourcePath(resource, 'template')), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...askerHeaders() },
    body: JSON.stringify({ format, words }),
  }).catch(() => null)
  if (!response?.ok || !response.headers.get('content-disposition')) {
    toast('error', response ? t('net.status', { status: response.status }) : t('net.offline'))
    return
  }
  saveContent(await response.blob(), `${words.title}.${format}`)
}
