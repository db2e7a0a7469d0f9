import { beforeEach, expect, test, vi } from 'vitest'
import { readCookie, writeCookie } from '../../lib/access/cookie.ts'

beforeEach(() => vi.resetModules())

test('MB-5 (part) opening the sidebar on a phone does not change the desktop’s cookie', async () => {
  writeCookie('sidebarOpened', '1')
  const { closeOverlay, toggleSidebar, useSidebar } = await import('./sidebar-state.ts')
  toggleSidebar(true)
  expect(useSidebar.getState()).toEqual({ opened: true, overlay: true })
  closeOverlay()
  expect(useSidebar.getState()).toEqual({ opened: true, overlay: false })
  expect(readCookie('sidebarOpened')).toBe('1')
})
