import { Component, type ReactNode } from 'react'
import { useSession } from './session.ts'

class RolesMissing extends Error {
  override message = 'roles list required'
}

/** PM-1, PM-3: one match is enough; no list is a mistake of the caller and fails closed. */
export function holdsOne(held: readonly string[], wanted: readonly string[]): boolean {
  if (!Array.isArray(wanted) || wanted.length === 0) throw new RolesMissing()
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

/** PM-3: a list that is missing shows nothing and is told in the browser's log; what else breaks goes on. */
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

/** Draws its children for those who hold one of the keys, and nothing for the others (PM-2). */
export function Permission(props: PermissionProps) {
  return (
    <FailsClosed>
      <Held {...props} />
    </FailsClosed>
  )
}
