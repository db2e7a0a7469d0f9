import { deviceResource, type JobRun } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/api/query.ts'
import { useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { ImportDialog } from './import-dialog.tsx'

const JOB: JobRun = {
  id: '1',
  kind: 'IMPORT_CHECK',
  resource: 'device',
  title: 'rows.csv',
  status: 'DONE',
  ahead: null,
  progress: 0,
  total: null,
  file: null,
  counts: null,
  error: null,
  createTime: '2026-01-31T08:15:00.000Z',
  endTime: '2026-01-31T08:15:01.000Z',
  expireTime: '2026-02-01T08:15:00.000Z',
}
let job: JobRun

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:import', 'device:add'] })
  vi.stubGlobal('fetch', (url: string) => {
    const path = new URL(url, 'http://here').pathname
    const data = path.endsWith('/import') ? { jobId: '1' } : path.endsWith('/jobRun/page') ? [job] : []
    return Promise.resolve(
      new Response(JSON.stringify({ code: 0, message: 'ok', data }), {
        headers: { 'content-type': 'application/json' },
      }),
    )
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** Chooses a file; this is its job. */
async function importing(more: Partial<JobRun>): Promise<void> {
  job = { ...JOB, ...more }
  render(
    <QueryClientProvider client={queryClient}>
      <ImportDialog resource={deviceResource} onClose={() => {}} />
    </QueryClientProvider>,
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['name'], 'rows.csv'))
}
const FAILED = { status: 'FAILED' } as const
const COUNTS = { inserted: 12, updated: 0, unchanged: 0, refused: 1 }

test.each([
  ['too-large', '文件超过 5000 行、300 列或 500,000 个有内容的单元格，或读取时间过长，请分成几个文件。'],
  ['validation', '这不是 XLSX 或 CSV 文件。旧的 .xls 请另存为 .xlsx。'],
  ['disk-full', '服务器磁盘空间不足，内容未保存；请联系管理员清理后重试'],
  ['interrupted', '服务重启，任务中断，请重新发起'],
])('a file that ends with %s is answered with what to do', async (error, sentence) => {
  await importing({ ...FAILED, error })
  expect((await screen.findByRole('alert')).textContent.trim()).toBe(sentence)
})

test('an interrupted import says how far it came, what it wrote, and that it can be repeated', async () => {
  await importing({ ...FAILED, kind: 'IMPORT', error: 'disk-full', progress: 13, total: 40, counts: COUNTS })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('已处理前 13 行，写入的内容已保留。请重新导入该文件')
  expect(screen.getByText('行已新增').textContent).toContain('12')
})

test('a dry run that ran out of time says how many rows it checked; a complete one does not', async () => {
  await importing({ progress: 13, total: 40, counts: COUNTS })
  expect(await screen.findByText('检查时间有限，仅检查了前 13 行（共 40 行），其余行在导入时检查。')).toBeTruthy()
  cleanup()
  queryClient.clear()
  await importing({ progress: 40, total: 40, counts: COUNTS })
  expect(await screen.findByText('行可新增')).toBeTruthy()
  expect(screen.queryByText(/检查时间有限/)).toBeNull()
})

test.each([
  [2, '排队中，前面还有 2 项'],
  [0, '排队中，下一个执行'],
  [null, '排队中'],
])('with %s before it, a job that waits says so', async (ahead, text) => {
  await importing({ status: 'QUEUED', ahead, endTime: null })
  expect(await screen.findByText(text)).toBeTruthy()
})
