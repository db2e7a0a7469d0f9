import type { MenuRoute, UserInfo } from '@sluice/contract'
import { create } from 'zustand'

/** Whether the user is known: not asked yet, nobody signed in, signed in. */
export type SessionPhase = 'unknown' | 'anonymous' | 'ready'

/** SI-14, SI-15: the state of the signed-in user. */
export interface Session {
  phase: SessionPhase
  token: string | null
  name: string
  userInfo: UserInfo | null
  avatar: string | null
  introduction: string
  roles: readonly string[]
  logo: string | null
  webName: string
  menu: readonly MenuRoute[]
}

const NOBODY: Session = {
  phase: 'unknown',
  token: null,
  name: '',
  userInfo: null,
  avatar: null,
  introduction: '',
  roles: [],
  logo: null,
  webName: '',
  menu: [],
}

export const useSession = create<Session>()(() => NOBODY)

export function setSession(info: UserInfo, menu: readonly MenuRoute[]): void {
  useSession.setState({
    phase: 'ready',
    token: info.token,
    name: info.nickName,
    userInfo: info,
    avatar: safeImage(info.avatarPath),
    introduction: info.introduction ?? '',
    // SI-16: the role list holds the permission keys and the role codes.
    roles: [...info.resources, ...info.roles],
    logo: safeImage(info.logo),
    webName: info.webName ?? '',
    menu,
  })
}

export function clearSession(): void {
  useSession.setState({ ...NOBODY, phase: 'anonymous' })
}

/** SB-8: only http(s), same-origin paths and data images (no svg) are accepted as image sources. */
export function safeImage(address: string | null): string | null {
  if (!address) return null
  if (/^data:image\/(?!svg)[a-z.+-]+[;,]/i.test(address)) return address
  if (/^https?:\/\//i.test(address) || /^\/(?![/\\])/.test(address)) return address
  return null
}
