import { deviceResource, type FileFacts, type Resource } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { FileCount, FileGallery } from './files-shown.tsx'

const FILES: FileFacts[] = [
  { id: '1', name: 'a.webp', type: 'image/webp', size: 3 },
  { id: '2', name: 'b.webp', type: 'image/webp', size: 3 },
  { id: '3', name: 'plan.pdf', type: 'application/pdf', size: 3 },
]
const place = { resource: deviceResource as Resource, row: '7', field: 'photos' }
let asked: string[]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response('bytes')
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const draw = (Shown: typeof FileCount, files = FILES) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shown place={place} files={files} />
    </QueryClientProvider>,
  )
const user = userEvent.setup({ pointerEventsCheck: 0 })

test('a list shows the number of files and fetches none', () => {
  draw(FileCount)
  expect(screen.getByRole('button', { name: '3 个文件' }).textContent).toBe('3')
  expect(asked).toEqual([])
})

test('no files are shown as a dash', () => {
  const { container } = draw(FileCount, [])
  expect(screen.queryByRole('button')).toBeNull()
  expect(container.textContent).not.toBe('')
})

test('arrow keys move through a gallery in a circle, and Escape closes it', async () => {
  draw(FileCount)
  await user.click(screen.getByRole('button', { name: '3 个文件' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('a.webp (1/3)')
  expect(await screen.findByAltText('a.webp')).toBeDefined()
  expect(asked).toEqual([expect.stringContaining('/device/v1/device/file?id=7&field=photos&file=1')])
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('dialog').textContent).toContain('b.webp (2/3)')
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByRole('dialog').textContent).toContain('plan.pdf (3/3)')
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a detail shows the pictures, and a click shows one large', async () => {
  draw(FileGallery)
  expect(await screen.findByAltText('b.webp')).toBeDefined()
  expect(screen.getByRole('button', { name: '查看plan.pdf' }).textContent).toBe('plan.pdf')
  await user.click(screen.getByRole('button', { name: '查看b.webp' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('b.webp (2/3)')
})

test('a file that cannot be opened says what to do', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  draw(FileGallery, [FILES[0]!])
  expect(await screen.findByText('无法打开，请刷新后重试')).toBeDefined()
})
