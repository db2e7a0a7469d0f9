import type { Mover } from '@sluice/contract'
import { useSession } from './session.ts'

/** Who would move a document on: the signed-in user, as transitions judge them. */
export function moverNow(): Mover {
  const { userInfo, roles } = useSession.getState()
  return { userId: userInfo?.id, may: (key) => roles.includes(key) }
}
