/** The visited views (TB-1 to TB-20): pure functions of the list; the store and the bar contain none of these rules. */

export interface Tab {
  path: string
  name: string
  title: string
  meta: { title: string; affix: boolean; noCache: boolean }
  query: string
  fullPath: string
}

/** The result of a close: the remaining tabs, and where to go (null: stay). */
export interface Closed {
  tabs: readonly Tab[]
  to: string | null
}

const HOME = '/'

/** TB-1: the path is the identity; a changed query reuses the tab. */
export function visit(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  const known = tabs.find((one) => one.path === tab.path)
  if (!known) return [...tabs, tab]
  if (known.fullPath === tab.fullPath) return tabs
  return tabs.map((one) => (one.path === tab.path ? { ...one, query: tab.query, fullPath: tab.fullPath } : one))
}

export function retitle(tabs: readonly Tab[], path: string, title: string): readonly Tab[] {
  return tabs.map((one) => (one.path === path && one.title !== title ? { ...one, title } : one))
}

const lastOf = (tabs: readonly Tab[]) => tabs.at(-1)?.fullPath ?? HOME

/** TB-3, TB-5, TB-6: pinned tabs stay; closing the active one opens the rightmost remaining, else home. */
export function close(tabs: readonly Tab[], path: string, active: string): Closed {
  const closing = tabs.find((tab) => tab.path === path)
  if (!closing || closing.meta.affix) return { tabs, to: null }
  const left = tabs.filter((tab) => tab.path !== path)
  return { tabs: left, to: path === active ? lastOf(left) : null }
}

/** TB-10: keeps the chosen and the pinned tabs and opens the chosen one. */
export function closeOthers(tabs: readonly Tab[], path: string, active: string): Closed {
  const left = tabs.filter((tab) => tab.meta.affix || tab.path === path)
  const chosen = tabs.find((tab) => tab.path === path)
  return { tabs: left, to: chosen && path !== active ? chosen.fullPath : null }
}

/** TB-11: keeps the pinned tabs; a pinned current page stays open, else the last remaining, else home. */
export function closeAll(tabs: readonly Tab[], active: string): Closed {
  const left = tabs.filter((tab) => tab.meta.affix)
  return { tabs: left, to: left.some((tab) => tab.path === active) ? null : lastOf(left) }
}

/** TB-13: the paths kept alive after a visit, least recently used first, at most `limit`. */
export function keepAlive(alive: readonly string[], path: string, limit: number): readonly string[] {
  if (alive.at(-1) === path) return alive
  return [...alive.filter((one) => one !== path), path].slice(-limit)
}
