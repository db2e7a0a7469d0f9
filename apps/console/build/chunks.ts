interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** The modules that a page always needs, in the order in which they load: what an earlier one has is not repeated. */
const PAGES = [
  { name: 'entry', of: ['main.tsx'] },
  { name: 'shell', of: ['app/shell/shell.tsx'] },
  { name: 'shared', of: ['app/dashboard.tsx', 'parts/list/list-page.tsx'] },
  { name: 'dashboard', of: ['app/dashboard.tsx'] },
  { name: 'list', of: ['parts/list/list-page.tsx'] },
] as const

/**
 * The chunk of a module that the entry, the shell, the dashboard or every list loads, null for any other: one file
 * instead of dozens of requests of a few hundred bytes. `shared` is what dashboard and lists have in common.
 */
export function chunksOf(src: string): (id: string, graph: Graph) => string | null {
  const reached = new Map<string, ReadonlySet<string>>()
  const closureOf = (file: string, graph: Graph) => {
    const known = reached.get(file)
    if (known) return known
    const found = new Set([`${src}/${file}`])
    for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
    reached.set(file, found)
    return found
  }
  return (id, graph) => PAGES.find(({ of }) => of.every((file) => closureOf(file, graph).has(id)))?.name ?? null
}
