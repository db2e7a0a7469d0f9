import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useDetailAddress } from '../lib/page/detail-address.tsx'

/** The name of a row, as a link to its page if it has one that this user may open. */
export function DetailLink({ resource, id, children }: { resource: string; id: string; children: ReactNode }) {
  const addressOf = useDetailAddress(resource)
  if (!addressOf) return children
  return (
    <Link className="link" to={addressOf(id)}>
      {children}
    </Link>
  )
}
