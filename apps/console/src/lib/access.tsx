import type { ReactNode } from 'react'
import { useSession } from './session.ts'

/** PM-1, PM-3: one match is enough; no list is a mistake of the caller and fails closed. */
export function holdsOne(held: readonly string[], wanted: readonly string[]): boolean {
  if (!Array.isArray(wanted) || wanted.length === 0) throw new Error('roles list required')
  return wanted.some((key) => held.includes(key))
}

/** For code outside React. Before user info is loaded the answer is no (PM-4). */
export function mayNow(wanted: readonly string[]): boolean {
  return holdsOne(useSession.getState().roles, wanted)
}

/** Whether the signed-in person holds one of the permission keys; follows the session (PM-6). */
export function usePermission(wanted: readonly string[]): boolean {
  return holdsOne(
    useSession((session) => session.roles),
    wanted,
  )
}

/** Draws its children for those who hold one of the keys, and nothing for the others (PM-2). */
export function Permission({ roles, children }: { roles: readonly string[]; children: ReactNode }) {
  return usePermission(roles) ? children : null
}
