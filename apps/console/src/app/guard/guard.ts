import type { SessionPhase } from '../../lib/session.ts'
import { type ScreenRoute, screenAt } from '../menu/menu-tree.ts'
import { loginAddress, redirectPathTarget, signInTarget } from './redirect.ts'

/** What the guard knows of the person: no more is needed to decide (RG-18: the server decides again). */
export interface Visitor {
  phase: SessionPhase
  /** How many permissions and roles the server granted. */
  granted: number
  screens: readonly ScreenRoute[]
  home: string | null
}

export type Decision =
  | { do: 'wait' }
  | { do: 'login' }
  | { do: 'go'; to: string }
  | { do: 'refused' }
  | { do: 'missing' }
  | { do: 'view'; screen: ScreenRoute }

/** Decides one navigation (console-behaviour 2). */
export function decide(pathname: string, search: string, visitor: Visitor): Decision {
  if (visitor.phase === 'unknown') return { do: 'wait' }
  if (visitor.phase === 'anonymous') {
    return pathname === '/login' ? { do: 'login' } : { do: 'go', to: loginAddress(pathname, search) }
  }
  if (pathname === '/login') return { do: 'go', to: targetOf(search, visitor) }
  if (pathname === '/401') return { do: 'refused' }
  if (visitor.granted === 0) return { do: 'go', to: '/401' }
  if (pathname === '/404') return { do: 'missing' }
  if (pathname === '/redirect' || pathname.startsWith('/redirect/')) {
    return { do: 'go', to: redirectPathTarget(pathname, search) }
  }
  if (pathname === '/') return { do: 'go', to: visitor.home ?? '/404' }
  const screen = screenAt(visitor.screens, pathname)
  return screen ? { do: 'view', screen } : { do: 'go', to: '/404' }
}

/** RG-3, RG-12: a target that is none of the user's screens opens home instead of `/404`. */
function targetOf(search: string, visitor: Visitor): string {
  if (visitor.granted === 0) return '/401'
  const target = signInTarget(search)
  return screenAt(visitor.screens, target.split('?')[0]!) ? target : '/'
}
