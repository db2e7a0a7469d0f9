import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ToastHost } from '../../parts/overlay/toast-host.tsx'
import { startTexts } from '../text/text.ts'
import { forgetToasts, toast } from './toast.ts'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  forgetToasts()
  vi.useRealTimers()
})

const show = (...all: [kind: 'success' | 'error', text: string][]) =>
  act(() => {
    for (const [kind, text] of all) toast(kind, text)
  })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const texts = () => [...document.querySelectorAll('.toast > span')].map((one) => one.textContent)

test('ER-9 (3 of 4), ER-10 (3 of 3) an error is shown for 5000 ms and can be closed', async () => {
  render(<ToastHost />)
  show(['error', '系统内部错误'])
  await wait(4500)
  expect(screen.getByRole('alert').textContent).toBe('系统内部错误')
  await wait(600)
  expect(screen.queryByRole('alert')).toBeNull()
  show(['error', '又一次'])
  act(() => screen.getByRole('button', { name: '关闭' }).click())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('ER-15 (1 of 2) the same text within a second appears once, another one beside it', async () => {
  render(<ToastHost />)
  show(['error', '一'], ['error', '一'], ['error', '二'])
  await wait(900)
  show(['error', '一'])
  expect(texts()).toEqual(['一', '二'])
  await wait(200)
  show(['error', '一'])
  expect(texts()).toEqual(['一', '二', '一'])
})

test('ER-15 (2 of 2) texts of the server are shown as plain text', () => {
  render(<ToastHost />)
  show(['error', '<img src=x onerror="alert(1)"><b>粗</b>'])
  expect(texts()).toEqual(['<img src=x onerror="alert(1)"><b>粗</b>'])
  expect(document.querySelector('.toast img, .toast b')).toBeNull()
})

test('one that nobody may overlook stays until it is closed', async () => {
  render(<ToastHost />)
  act(() => toast('warning', '堵转', { label: '查看', onClick: () => undefined, stays: true }))
  await wait(3_600_000)
  expect(texts()).toEqual(['堵转'])
  act(() => screen.getByRole('button', { name: '关闭' }).click())
  expect(texts()).toEqual([])
})
