import { create } from 'zustand'
import { readCookie, writeCookie } from '../../lib/access/cookie.ts'

const COOKIE = 'sidebarOpened'

interface SidebarState {
  /** Desktop: wide or narrow, stored in a cookie (SB-2). */
  opened: boolean
  /** Mobile: drawn over the content; never written to the cookie (MB-5). */
  overlay: boolean
}

export const useSidebar = create<SidebarState>()(() => ({ opened: readCookie(COOKIE) !== '0', overlay: false }))

export function toggleSidebar(mobile: boolean): void {
  if (mobile) {
    useSidebar.setState((state) => ({ overlay: !state.overlay }))
    return
  }
  const opened = !useSidebar.getState().opened
  writeCookie(COOKIE, opened ? '1' : '0')
  useSidebar.setState({ opened })
}

export function closeOverlay(): void {
  useSidebar.setState({ overlay: false })
}
