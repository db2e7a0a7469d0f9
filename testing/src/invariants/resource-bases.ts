import type { Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'

/** The base paths at which rows of a resource are written: some have a second one (BS-3). */
export function writtenAt(mounted: readonly Mounted[], name: string): string[] {
  const paths = mounted.flatMap(({ method, path, resource: of }) =>
    method === 'POST' && of?.resource.name === name && ['insert', 'update'].includes(of.verb) ? [path] : [],
  )
  return [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))]
}
