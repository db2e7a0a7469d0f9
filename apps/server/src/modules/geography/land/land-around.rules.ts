/** A department on the way from the top of the tree to somebody's own. */
export interface PathDept {
  id: string
  kind: string
}

/** Those that host others: what lies below one of them belongs to several customers who do not know each other. */
const HOSTS: readonly string[] = ['PLATFORM', 'AGENT']

/**
 * The highest department of the tenant that the last one of the path belongs to: the first below all hosts; null for a
 * host itself.
 */
export function tenantRoot(path: readonly PathDept[]): string | null {
  return path[path.findLastIndex(({ kind }) => HOSTS.includes(kind)) + 1]?.id ?? null
}
