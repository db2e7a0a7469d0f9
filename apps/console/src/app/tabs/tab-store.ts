import { create } from 'zustand'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import * as list from './tab-list.ts'

/** Most views that are kept alive (TB-13). */
const LIVE_VIEWS = 12

interface TabState {
  tabs: readonly list.Tab[]
  /** Paths of the live views, least recently used first. */
  alive: readonly string[]
  /** Counts rebuilds per path: a new number draws a new view (TB-12, TB-14). */
  builds: Readonly<Record<string, number>>
}

const NONE: TabState = { tabs: [], alive: [], builds: {} }
export const useTabs = create<TabState>()(() => NONE)

function tabOf(screen: ScreenRoute, path: string, query: string): list.Tab {
  const { affix, noCache, title } = screen
  return { path, name: screen.name, title, meta: { title, affix, noCache }, query, fullPath: path + query }
}

/** TB-3: pinned screens have their tab from the start. */
export function startTabs(screens: readonly ScreenRoute[]): void {
  const pinned = screens.filter((screen) => screen.affix && !screen.path.includes(':'))
  useTabs.setState({ ...NONE, tabs: pinned.map((screen) => tabOf(screen, screen.path, '')) })
}

export function visitTab(screen: ScreenRoute, path: string, query: string): void {
  // TB-1: a page without a route name gets no tab.
  if (!screen.name) return
  useTabs.setState((state) => {
    const left = state.alive.at(-1)
    const isReturn = left !== path
    // TB-12: an uncached view is dropped as soon as another one is visited.
    const uncached = state.tabs.find((tab) => tab.path === left)?.meta.noCache && isReturn
    const alive = uncached ? state.alive.filter((one) => one !== left) : state.alive
    return {
      tabs: list.visit(state.tabs, tabOf(screen, path, query)),
      alive: list.keepAlive(alive, path, LIVE_VIEWS),
    }
  })
}

export function renameTab(path: string, title: string): void {
  useTabs.setState((state) => ({ tabs: list.retitle(state.tabs, path, title) }))
}

export function refreshTab(path: string): void {
  useTabs.setState((state) => ({
    alive: state.alive.at(-1) === path ? state.alive : state.alive.filter((one) => one !== path),
    builds: { ...state.builds, [path]: (state.builds[path] ?? 0) + 1 },
  }))
}

/** Applies a close and returns where to go, or null. */
export function closeTabs(closed: list.Closed): string | null {
  const left = new Set(closed.tabs.map((tab) => tab.path))
  useTabs.setState((state) => ({ tabs: closed.tabs, alive: state.alive.filter((path) => left.has(path)) }))
  return closed.to
}

/** Closes one tab, whichever is active; null when it is pinned. */
export function closeTab(path: string): string | null {
  return closeTabs(list.close(useTabs.getState().tabs, path, path))
}

/** The full address of an open tab, or the path alone. */
export function addressOf(path: string): string {
  return useTabs.getState().tabs.find((tab) => tab.path === path)?.fullPath ?? path
}

export function forgetTabs(): void {
  useTabs.setState(NONE)
}
