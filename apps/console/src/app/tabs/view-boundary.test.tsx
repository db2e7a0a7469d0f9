import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts } from '../../lib/page/toast.ts'
import { ToastHost } from '../../parts/overlay/toast-host.tsx'
import { OverlayBoundary, ViewBoundary } from './view-boundary.tsx'

function Broken(): never {
  throw new Error('Failed to fetch dynamically imported module')
}

beforeAll(() => startTexts('zh-CN'))
// React and the boundary log caught errors on the console.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  forgetToasts()
  vi.restoreAllMocks()
})

test('HD-5 (part) a failing overlay is removed and leaves the shell as it is', () => {
  const onFail = vi.fn<() => void>()
  render(
    <>
      <p>外壳</p>
      <OverlayBoundary onFail={onFail}>
        <Broken />
      </OverlayBoundary>
      <ToastHost />
    </>,
  )
  expect(screen.getByText('外壳')).toBeTruthy()
  expect(onFail).toHaveBeenCalledTimes(1)
  expect(screen.getByText('页面出错，其他页面不受影响')).toBeTruthy()
})

test('HD-5 (part) a part that a newer console no longer has asks for a reload, because a retry cannot help', () => {
  const broken = (
    <ViewBoundary>
      <Broken />
    </ViewBoundary>
  )
  const { unmount } = render(broken)
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
  unmount()
  window.dispatchEvent(new Event('vite:preloadError'))
  render(broken)
  expect(screen.getByText('控制台已更新，请刷新页面')).toBeTruthy()
  expect(screen.getByRole('button', { name: '刷新页面' })).toBeTruthy()
})
