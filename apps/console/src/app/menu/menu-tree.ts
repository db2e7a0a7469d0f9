import {
  DETAIL_COMPONENT,
  inLanguage,
  type MenuRoute,
  type Resource,
  resourceComponent,
  RESOURCES,
  SCREENS,
} from '@sluice/contract'

/** A level above a screen, for breadcrumb and folders (BC-1). */
export interface Level {
  name: string
  title: string
  /** The target of a click; null when there is none (MR-6, BC-3). */
  to: string | null
  breadcrumb: boolean
}

/** A screen of the signed-in user: its full address pattern and the module that draws it. */
export interface ScreenRoute {
  path: string
  name: string
  screen: string
  title: string
  levels: readonly Level[]
  hidden: boolean
  noCache: boolean
  affix: boolean
  activeMenu: string | null
}

/** An entry of the sidebar; children only in folders. */
export interface MenuEntry {
  key: string
  name: string
  title: string
  icon: string | null
  /** An address inside the console, or a full external one. */
  to: string
  external: boolean
  children: readonly MenuEntry[]
}

const CONTAINERS = ['Layout', 'ParentView']
const EXTERNAL = /^(https?:\/\/|mailto:|tel:)/i

/** MR-7: a child path that does not start with `/` is joined to its parent's. */
export function joinPath(parent: string, child: string): string {
  if (EXTERNAL.test(child) || child.startsWith('/')) return child
  return `${parent.replace(/\/+$/, '')}/${child}`
}

/** SEC-7: any other scheme than http, https, mailto and tel is dropped. */
function isUsable(path: string): boolean {
  return EXTERNAL.test(path) || !/^[a-z][a-z0-9+.-]*:/i.test(path)
}

/** MR-6: the redirect, else the first visible child, all the way down. */
function firstChild(route: MenuRoute, path: string): string | null {
  if (route.redirect === 'noRedirect') return null
  if (route.redirect) return joinPath(path, route.redirect)
  for (const child of route.children ?? []) {
    if (child.hidden || EXTERNAL.test(child.path)) continue
    const childPath = joinPath(path, child.path)
    if (!CONTAINERS.includes(child.component)) return childPath
    const deeper = firstChild(child, childPath)
    if (deeper) return deeper
  }
  return null
}

/** Every screen the user may open, hidden ones too (MR-4), with the levels above it (BC-6). */
export function screensOf(menu: readonly MenuRoute[]): ScreenRoute[] {
  const found: ScreenRoute[] = []
  const walk = (routes: readonly MenuRoute[], parent: string, above: readonly Level[]) => {
    for (const route of routes) {
      const path = joinPath(parent, route.path)
      if (EXTERNAL.test(path) || !isUsable(route.path)) continue
      const container = CONTAINERS.includes(route.component)
      const { name, meta } = route
      const level = {
        name,
        title: meta.title,
        to: container ? firstChild(route, path) : path,
        breadcrumb: meta.breadcrumb !== false,
      }
      const levels = [...above, level]
      if (!container) found.push(screenOf(route, path, levels), ...detailOf(route, path, levels))
      walk(route.children ?? [], path, levels)
    }
  }
  walk(menu, '/', [])
  return found
}

/** The resource that the screen of a component lists. */
function listedBy(component: string): Resource | undefined {
  const plain = Object.values(RESOURCES).find((resource) => resourceComponent(resource) === component)
  if (plain) return plain
  return SCREENS.flatMap(({ screens }) => screens).find((screen) => screen.component === component)?.resource
}

/**
 * The page of one row, below the list of a resource that has such pages: a user who may open the list may open the
 * pages.
 */
function detailOf({ component }: MenuRoute, list: string, above: readonly Level[]): ScreenRoute[] {
  const resource = listedBy(component)
  if (!resource?.detail) return []
  const path = `${list}/:id`
  const name = `${resource.name}Detail`
  const title = inLanguage(resource.names.one, 'zh-CN')
  const levels = [...above, { name, title, to: path, breadcrumb: true }]
  const screen = DETAIL_COMPONENT + resource.name
  return [{ path, name, screen, title, levels, hidden: true, noCache: false, affix: false, activeMenu: list }]
}

/** The address of the list of each resource whose rows have pages. */
export function detailLists(screens: readonly ScreenRoute[]): Readonly<Record<string, string>> {
  const details = screens.filter(({ screen }) => screen.startsWith(DETAIL_COMPONENT))
  return Object.fromEntries(
    details.map(({ screen, activeMenu }) => [screen.slice(DETAIL_COMPONENT.length), activeMenu ?? '']),
  )
}

/** The address of the list of each resource that the user may open. */
export function resourceLists(screens: readonly ScreenRoute[]): Readonly<Record<string, string>> {
  const listed = screens.flatMap(({ screen, path }) => {
    const resource = listedBy(screen)
    return resource ? [[resource.name, path] as const] : []
  })
  return Object.fromEntries(listed)
}

function screenOf(route: MenuRoute, path: string, levels: readonly Level[]): ScreenRoute {
  const { name, component, hidden, meta } = route
  return {
    path,
    name,
    screen: component,
    title: meta.title,
    levels,
    hidden,
    noCache: meta.noCache ?? false,
    affix: meta.affix ?? false,
    activeMenu: meta.activeMenu ?? null,
  }
}

/** The sidebar: hidden entries left out, single children drawn in their folder's place (SB-5, MR-5). */
export function entriesOf(menu: readonly MenuRoute[], parent = '/'): MenuEntry[] {
  const entries: MenuEntry[] = []
  for (const route of menu) {
    if (route.hidden || !isUsable(route.path)) continue
    const path = joinPath(parent, route.path)
    const children = entriesOf(route.children ?? [], path)
    const icon = route.meta.icon ?? null
    if (children.length === 1 && !route.alwaysShow && CONTAINERS.includes(route.component)) {
      entries.push({ ...children[0]!, icon: children[0]!.icon ?? icon })
      continue
    }
    const external = EXTERNAL.test(path)
    entries.push({ key: path, name: route.name, title: route.meta.title, icon, to: path, external, children })
  }
  return entries
}

/** MR-6: address of a folder -> the screen it opens. A folder without a screen is left out. */
export function foldersOf(menu: readonly MenuRoute[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const walk = (routes: readonly MenuRoute[], parent: string) => {
    for (const route of routes) {
      if (!isUsable(route.path) || !CONTAINERS.includes(route.component)) continue
      const path = joinPath(parent, route.path)
      const to = firstChild(route, path)
      if (to) found.set(path, to)
      walk(route.children ?? [], path)
    }
  }
  walk(menu, '/')
  return found
}

const ADMINISTRATOR = 'ROLE_ADMIN'

/** MR-9: routes without roles are open, others need one of their roles; a refused route refuses its children. */
export function permittedRoutes(routes: readonly MenuRoute[], roles: readonly string[]): MenuRoute[] {
  if (roles.includes(ADMINISTRATOR)) return [...routes]
  return routes
    .filter(({ meta }) => !meta.roles || meta.roles.some((role) => roles.includes(role)))
    .map((route) => (route.children ? { ...route, children: permittedRoutes(route.children, roles) } : route))
}

/**
 * MR-10, MR-11: the screens of the server and the static ones, by path; the server's entry wins. Of the static ones,
 * the constant screens are open to every user, the others to administrators.
 */
export function mergeScreens(
  ofServer: readonly ScreenRoute[],
  own: readonly ScreenRoute[],
  constant: readonly string[],
  roles: readonly string[],
): ScreenRoute[] {
  const paths = new Set(ofServer.map(({ path }) => path))
  const isAdministrator = roles.includes(ADMINISTRATOR)
  return [...ofServer, ...own.filter(({ path }) => !paths.has(path) && (isAdministrator || constant.includes(path)))]
}

/** BC-3: an address pattern filled with the parameters of the open address; null when one is missing. */
export function fillPath(pattern: string, like: string, address: string): string | null {
  if (!pattern.includes(':')) return pattern
  const given = address.split('/')
  const values = new Map(
    like.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part, given[at]] as const] : [])),
  )
  const parts = pattern.split('/').map((part) => (part.startsWith(':') ? values.get(part) : part))
  return parts.every((part) => part !== undefined) ? parts.join('/') : null
}

/** The screen at an address; literal segments win over parameters. */
export function screenAt(screens: readonly ScreenRoute[], pathname: string): ScreenRoute | null {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  const exact = screens.find((screen) => screen.path === path)
  return exact ?? screens.find((screen) => matches(screen.path, path)) ?? null
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part === given[at] || (part.startsWith(':') && given[at] !== ''))
  )
}
