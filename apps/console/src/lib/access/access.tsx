import { Component, type ReactNode } from 'react'
import { useSession } from './session.ts'

class RolesMissing extends Error {
  override message = 'roles list required'
}

/** PM-1, PM-3: one match is enough; a missing list is the caller's mistake and fails closed. */
export function holdsOne(held: readonly string[], wanted: readonly string[]): boolean {
  if (!Array.isArray(wanted) || wanted.length === 0) throw new RolesMissing()
  return wanted.some((key) => held.includes(key))
}

/** For code outside React. Answers no before user info is loaded (PM-4). */
export function mayNow(wanted: readonly string[]): boolean {
  return holdsOne(useSession.getState().roles, wanted)
}

/** Whether the signed-in user holds one of the permission keys; follows the session (PM-6). */
export function usePermission(wanted: readonly string[]): boolean {
  return holdsOne(
    useSession((session) => session.roles),
    wanted,
  )
}

/** PM-3: a missing list shows nothing and is logged in the browser; other errors are thrown on. */
class FailsClosed extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (error instanceof RolesMissing) return null
    throw error
  }
}

interface PermissionProps {
  roles: readonly string[]
  children: ReactNode
}

function Held({ roles, children }: PermissionProps) {
  return usePermission(roles) ? children : null
}

/** Draws its children for users who hold one of the keys, and nothing for others (PM-2). */
export function Permission(props: PermissionProps) {
  return (
    <FailsClosed>
      <Held {...props} />
    </FailsClosed>
  )
}
