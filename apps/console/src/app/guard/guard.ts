import type { SessionPhase } from '../../lib/access/session.ts'
import { type ScreenRoute, screenAt } from '../menu/menu-tree.ts'
import { COMMAND_PAGE, HOME } from '../menu/static-routes.ts'
import { loginAddress, redirectPathTarget, signInTarget } from './redirect.ts'

/** All that the guard needs to know of the user (RG-18: the server checks again). */
export interface Visitor {
  phase: SessionPhase
  /** How many permissions and roles the server granted. */
  granted: number
  screens: readonly ScreenRoute[]
  /** Addresses of folders, and the screens they open (MR-6). */
  folders: ReadonlyMap<string, string>
}

/** The wall screen: outside the shell, and open to the same users as the map. */
const WALL = '/wall'

/** RG-1, RG-4: open to everyone, signed in or not. */
const PUBLIC = { '/register': 'register', '/auth-redirect': 'auth-redirect' } as const
type PublicPage = (typeof PUBLIC)[keyof typeof PUBLIC] | 'command'

export type Decision =
  | { do: 'wait' }
  | { do: 'login' }
  | { do: 'public'; page: PublicPage }
  | { do: 'go'; to: string }
  | { do: 'refused' }
  | { do: 'missing' }
  | { do: 'wall' }
  | { do: 'view'; screen: ScreenRoute }

/** Decides one navigation (RG-1 to RG-12). */
export function decide(pathname: string, search: string, visitor: Visitor): Decision {
  const open = PUBLIC[pathname as keyof typeof PUBLIC] as PublicPage | undefined
  if (open) return { do: 'public', page: open }
  if (visitor.phase === 'unknown') return { do: 'wait' }
  const hasNoScreen = visitor.phase === 'anonymous' || visitor.granted === 0
  if (hasNoScreen && pathname === COMMAND_PAGE) return { do: 'public', page: 'command' }
  if (visitor.phase === 'anonymous') {
    return pathname === '/login' ? { do: 'login' } : { do: 'go', to: loginAddress(pathname, search) }
  }
  if (pathname === '/login') return { do: 'go', to: targetOf(search, visitor) }
  if (pathname === '/401') return { do: 'refused' }
  if (pathname === '/404') return { do: 'missing' }
  if (visitor.granted === 0) return { do: 'go', to: '/401' }
  if (pathname === '/redirect' || pathname.startsWith('/redirect/')) {
    return { do: 'go', to: redirectPathTarget(pathname, search) }
  }
  if (pathname === WALL) return { do: 'wall' }
  if (pathname === '/') return { do: 'go', to: startOf(search, visitor) }
  const screen = screenAt(visitor.screens, pathname)
  if (screen) return { do: 'view', screen }
  const folder = visitor.folders.get(pathname.replace(/\/+$/, ''))
  return { do: 'go', to: folder ? folder + search : '/404' }
}

/** Where the console opens from the home screen of a phone: on what waits for somebody, if they may see it. */
function startOf(search: string, { screens }: Visitor): string {
  if (new URLSearchParams(search).get('start') !== 'waiting') return HOME + search
  const faults = screens.find(({ screen }) => screen === 'fault/fault-device')
  return faults ? `${faults.path}?conditionState=ACTIVE&handleState=UNHANDLED` : HOME
}

/** More than any chain of redirects in the console. */
const MOST_HOPS = 8

/**
 * Follows redirects to their end, so that the screen stays as it is until the final address is known (RG-17, BC-5).
 * Returns that address, as path and query, with the decision there.
 */
export function settle(
  pathname: string,
  search: string,
  visitor: Visitor,
): { decision: Exclude<Decision, { do: 'go' }>; pathname: string; search: string } {
  let at = { pathname, search }
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const decision = decide(at.pathname, at.search, visitor)
    if (decision.do !== 'go') return { decision, ...at }
    const cut = decision.to.indexOf('?')
    at =
      cut < 0
        ? { pathname: decision.to, search: '' }
        : { pathname: decision.to.slice(0, cut), search: decision.to.slice(cut) }
  }
  return { decision: { do: 'missing' }, pathname: '/404', search: '' }
}

/** RG-3, RG-12: a target that is not one of the user's screens opens home instead of `/404`. */
function targetOf(search: string, visitor: Visitor): string {
  if (visitor.granted === 0) return '/401'
  const target = signInTarget(search)
  const path = target.split('?')[0]!
  if (path === '/' || path === WALL) return target
  return screenAt(visitor.screens, path) || visitor.folders.has(path) ? target : '/'
}
