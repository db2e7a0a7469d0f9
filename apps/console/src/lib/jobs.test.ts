import { deviceResource, type Resource } from '@sluice/contract'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startImport } from './jobs.ts'
import { startTexts } from './text.ts'

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
