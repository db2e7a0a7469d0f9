import { deviceResource, type JobRun, type Resource } from '@sluice/contract'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fetchFile, fetchTemplate, isOpen, partDone, startExport, startImport, useTray } from './jobs.ts'
import { useSession } from '../access/session.ts'
import { startTexts } from '../text/text.ts'
import { forgetToasts, useToasts } from '../page/toast.ts'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('ER-16 (3 of 4) an upload has 30 s', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: 'ok', data: { jobId: '7' } }))
  const file = new File(['name\n阀'], 'devices.csv')
  const id = await startImport(deviceResource as Resource, { file, commit: false, updateExisting: false })
  expect([id, timeout.mock.calls]).toEqual(['7', [[30_000]]])
})

const job = (more: Partial<JobRun>): JobRun =>
  ({ id: '7', status: 'RUNNING', progress: 0, total: null, ...more }) as JobRun

test('a job is open until it has ended, and tells how much of it is done', () => {
  const open = (['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const).filter((status) =>
    isOpen(job({ status })),
  )
  expect(open).toEqual(['QUEUED', 'RUNNING'])
  const part = (progress: number, total: number | null) => partDone(job({ progress, total }))
  expect([part(1, null), part(0, 0), part(1, 4), part(4, 4), part(9, 4)]).toEqual([null, 1, 0.25, 1, 1])
})

/** Bodies of the calls made. */
function serve(data: unknown): { url: string; body: Record<string, unknown> }[] {
  const calls: { url: string; body: Record<string, unknown> }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, body: init.body ? JSON.parse(init.body as string) : {} })
    return Response.json({ code: 0, message: 'ok', data })
  })
  return calls
}

test('a file is sent with its extension, which tells its format', async () => {
  const calls = serve({ jobId: '7' })
  const file = new File(['name'], `${'x'.repeat(200)}.csv`)
  await startImport(deviceResource as Resource, { file, commit: true, updateExisting: true })
  expect(calls[0]!.body).toMatchObject({
    file: 'bmFtZQ==',
    name: `${'x'.repeat(116)}.csv`,
    commit: true,
    updateExisting: true,
  })
})

test('an export requests the rows and columns the list shows, and opens the tray', async () => {
  useTray.setState({ open: false })
  const calls = serve({ jobId: '7' })
  const filters = { sort: 'name', order: 'desc', keyword: '阀', status: 'ONLINE' }
  await startExport(deviceResource as Resource, { format: 'csv', columns: ['name'], filters })
  await startExport(deviceResource as Resource, { format: 'xlsx', columns: ['name'], filters: {}, ids: ['1'] })
  const [first, second] = calls.filter(({ url }) => url.endsWith('/export')).map(({ body }) => body)
  expect(first).toMatchObject({ ...filters, format: 'csv', columns: ['name'] })
  expect(first).not.toHaveProperty('ids')
  expect(second).toMatchObject({ format: 'xlsx', ids: ['1'] })
  for (const name of ['sort', 'order', 'keyword']) expect(second).not.toHaveProperty(name)
  expect(useTray.getState().open).toBe(true)
})

/** The download links that are clicked, with their file names. */
function clicks(): string[] {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.getAttribute('href')} as ${this.download}`)
  })
  return clicked
}

test('SEC-12 (part) a finished file is downloaded by its address with the session', () => {
  const clicked = clicks()
  serve([])
  fetchFile(job({ file: { name: '设备.csv', once: false } as never }))
  expect(clicked).toEqual([expect.stringMatching(/\?id=7 as 设备\.csv$/)])
})

test('an empty sheet has its headings in the user’s language, or a sentence says why there is none', async () => {
  const clicked = clicks()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  forgetToasts()
  useSession.setState({ token: 'abc' })
  let asked: RequestInit | undefined
  const answer = (response: Response | Error) =>
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      asked = init
      if (response instanceof Error) throw response
      return response
    })
  answer(new Response('x', { headers: { 'content-disposition': 'attachment' } }))
  await fetchTemplate(deviceResource as Resource, 'xlsx')
  expect(asked!.headers).toMatchObject({ authorization: 'abc', 'accept-language': 'zh-CN' })
  expect(clicked).toEqual([expect.stringMatching(/^blob:1 as .+\.xlsx$/)])
  answer(new Response('{}', { status: 200 }))
  await fetchTemplate(deviceResource as Resource, 'xlsx')
  answer(new Response('', { status: 503 }))
  await fetchTemplate(deviceResource as Resource, 'xlsx')
  answer(new TypeError('Failed to fetch'))
  await fetchTemplate(deviceResource as Resource, 'xlsx')
  expect(clicked).toHaveLength(1)
  const texts = useToasts.getState().toasts.map(({ text }) => text)
  expect(texts).toHaveLength(3)
  expect(texts[1]).toContain('503')
  expect(new Set(texts).size).toBe(3)
})
