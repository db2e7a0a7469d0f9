import { type FileFacts, fileMaxBytes } from '@sluice/contract'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { FilesInput } from './files-input.tsx'

/** The requests under way, in place of the browser's. */
class Sent {
  static all: Sent[] = []
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => undefined
  onerror = () => undefined
  responseText = ''
  body: { name?: string; accept?: string; content?: string } = {}
  open() {
    Sent.all.push(this)
  }
  setRequestHeader() {}
  send(body: string) {
    this.body = JSON.parse(body)
  }
  answer(code: number, message: string, data: unknown) {
    this.responseText = JSON.stringify({ code, message, data })
    act(() => this.onload())
  }
}

const told = vi.fn<(value: readonly FileFacts[]) => void>()
const file = (name = 'a.png', type = 'image/png') => new File(['abc'], name, { type })
const facts = (id: string, name = `${id}.webp`): FileFacts => ({ id, name, type: 'image/webp', size: 3 })
const draw = (value: readonly FileFacts[] = [], max = 3) =>
  render(<FilesInput field={{ kind: 'files', accept: 'photo', max }} value={value} onChange={told} />)
const area = () => screen.getByRole('group')
const sent = (count: number) => vi.waitFor(() => expect(Sent.all).toHaveLength(count))
const ids = () => told.mock.lastCall?.[0].map(({ id }) => id)

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  Sent.all = []
  told.mockClear()
  vi.stubGlobal('XMLHttpRequest', Sent)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a dropped file is sent with its progress, and becomes the value when it is uploaded', async () => {
  draw([facts('1')])
  fireEvent.drop(area(), { dataTransfer: { files: [file()] } })
  await sent(1)
  expect(Sent.all[0]!.body).toEqual({ name: 'a.png', accept: 'photo', content: 'YWJj' })
  expect(ids()).toEqual(['1', ''])
  act(() => Sent.all[0]!.upload.onprogress?.({ loaded: 1, total: 4 }))
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: '正在上传a.png' }).value).toBe(0.25)
  Sent.all[0]!.answer(0, 'ok', facts('2'))
  await vi.waitFor(() => expect(ids()).toEqual(['1', '2']))
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a pasted file is sent too, pasted text is not', async () => {
  draw()
  fireEvent.paste(area(), { clipboardData: { files: [file()] } })
  await sent(1)
  fireEvent.paste(area(), { clipboardData: { files: [] } })
  expect(Sent.all).toHaveLength(1)
})

test('a failed upload says why, is not part of the value, and can be retried or removed', async () => {
  draw()
  fireEvent.drop(area(), { dataTransfer: { files: [file()] } })
  await sent(1)
  Sent.all[0]!.answer(400, '不是可用的图片', { error: 'not-a-picture' })
  expect((await screen.findByRole('alert')).textContent).toContain('不是可用的图片')
  expect(ids()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await sent(2)
  expect(screen.queryByRole('alert')).toBeNull()
  Sent.all[1]!.answer(0, 'ok', facts('3'))
  await vi.waitFor(() => expect(ids()).toEqual(['3']))
  await userEvent.click(screen.getByRole('button', { name: '移除3.webp' }))
  expect(ids()).toEqual([])
})

test('too large a file is not sent, and files beyond the limit are refused', async () => {
  draw([facts('1'), facts('2')])
  const large = file('large.png')
  Object.defineProperty(large, 'size', { value: fileMaxBytes('photo') + 1 })
  fireEvent.drop(area(), { dataTransfer: { files: [large, file('b.png')] } })
  expect((await screen.findByRole('alert')).textContent).toContain('超过 10 MB，请压缩后重试')
  expect(Sent.all).toEqual([])
  expect(screen.queryByText('b.png')).toBeNull()
  expect(screen.queryByRole('button', { name: '添加照片' })).toBeNull()
})

test('a phone offers its camera, for photos only', () => {
  draw()
  const camera = screen.getByLabelText<HTMLInputElement>('拍照', { selector: 'input' })
  expect(camera.getAttribute('capture')).toBe('environment')
  expect(camera.accept).toBe('image/png,image/jpeg,image/webp')
})
