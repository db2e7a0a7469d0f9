import type { TimelineLine, TimelinePage } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { CallContext } from '../../http/mount-operation.ts'
import type { MountedResource } from '../resource-change.ts'
import { readableFields, readIn, type ResourceShape } from '../resource-shape.ts'
import { type LoggedLine, pageOfLines } from './resource-timeline.store.ts'
import { readRows } from '../resource.store.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The history of a row, for those who may read the row.
 * @throws AppError `not-found` where the caller does not see it
 */
export async function timelineOf(
  { api, shape }: MountedResource,
  { id, page, limit }: { id: string; page: number; limit: number },
  { session, language }: CallContext,
): Promise<TimelinePage> {
  const [row] = await readRows(api.db, readIn(shape, language), session.scope, [id])
  if (!row) throw new AppError('not-found')
  const { lines, total } = await pageOfLines(api.db, shape.resource.name, row.id, { page, limit })
  const names = toldNames(shape)
  return { list: lines.map((line) => partOf(line, row.id, names)), total, page, limit }
}

/**
 * The fields whose changes are shown: those the row itself holds. Counted or collected values depend on the scope of
 * the reader, and were logged in that of another user.
 */
function toldNames(shape: ResourceShape): ReadonlySet<string> {
  return new Set(
    readableFields(shape)
      .filter(([name]) => !shape.computed[name]?.includes('{scope:'))
      .flatMap(([name, { kind }]) => (kind === 'ref' ? [name, `${name}Name`] : [name])),
  )
}

function partOf(
  { targetIds, before, after, ...line }: LoggedLine,
  id: string,
  names: ReadonlySet<string>,
): TimelineLine {
  const isAlone = targetIds.length === 1
  return { ...line, before: told(before, id, names, isAlone), after: told(after, id, names, isAlone) }
}

/** The part of a line about this row alone; undefined where the line does not say which row it is about. */
function told(values: unknown, id: string, names: ReadonlySet<string>, isAlone: boolean): Values | null {
  const one = Array.isArray(values) ? values.find((row) => isValues(row) && row['id'] === id) : isAlone ? values : null
  if (!isValues(one)) return null
  return Object.fromEntries(Object.entries(one).filter(([name]) => names.has(name)))
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
