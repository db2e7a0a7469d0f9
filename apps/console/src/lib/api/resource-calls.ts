import type {
  FilterName,
  InsertValues,
  Listed,
  ListedRow,
  Page,
  Resource,
  Row,
  Transition,
  UpdateValues,
} from '@sluice/contract'
import { resourcePath, transitionPath } from '@sluice/contract'
import { type CallOptions, done, request } from './api.ts'
import { displayZone } from '../time/clock.ts'
import { daySpan, lastDays } from '../time/time.ts'

/** The query of a page. `days`: the last so many (`boundedNow`). */
export type Query<R extends Resource = Resource> = {
  page?: number
  limit?: number
} & { [name in FilterName<R> | 'days']?: string | number | undefined }

type Asked = Record<string, string | number | undefined>

/** The value of a field whose name is known only at run time: for parts that draw any resource. */
export function valueOf(row: object, name: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[name]
}

/** In the place of so many days: since midnight. */
export const TODAY = 'TODAY'

/**
 * TM-4: turns the last so many `days` into the instant they start at. They end now, which needs no bound: later rows do
 * not exist yet.
 */
export function boundedNow({ days, ...query }: Asked, now: number = Date.now()): Asked {
  if (days === undefined) return query
  const span = days === TODAY ? daySpan('today', now, displayZone()) : lastDays(Number(days), now)
  return { ...query, startTime: span.startTime }
}

export async function pageOf<R extends Resource>(
  resource: R,
  query: Query<NoInfer<R>>,
  options: CallOptions = {},
): Promise<Page<ListedRow<R>>> {
  return done(
    await request('GET', resourcePath(resource, 'page'), boundedNow(query), options),
    'state.failed',
    options,
  ) as Page<ListedRow<R>>
}

export async function getRow<R extends Resource>(resource: R, id: string, options: CallOptions = {}): Promise<Row<R>> {
  return done(await request('GET', resourcePath(resource, 'get'), { id }, options), 'state.failed', options) as Row<R>
}

/** The id of a new row, and what the server says of it once, such as a generated password. */
export type InsertedRow = { readonly id: string; readonly oneTimePassword?: string }

export async function insertRow<R extends Resource>(
  resource: R,
  values: InsertValues<NoInfer<R>>,
): Promise<InsertedRow> {
  return done(await request('POST', resourcePath(resource, 'insert'), values), 'failed.add') as InsertedRow
}

export async function updateRow<R extends Resource>(resource: R, values: UpdateValues<NoInfer<R>>): Promise<void> {
  done(await request('POST', resourcePath(resource, 'update'), values), 'failed.update')
}

/** Changes some values of a row as it was read; refused when the stored row is newer. */
export async function changeRow(
  resource: Resource,
  row: Listed,
  values: object,
  options: CallOptions = {},
): Promise<void> {
  const { id, version } = row
  const answer = await request('POST', resourcePath(resource, 'update'), { id, version, ...values }, options)
  done(answer, 'failed.update', options)
}

export async function deleteRows(resource: Resource, ids: readonly string[], options: CallOptions = {}): Promise<void> {
  const body = ids.length === 1 ? { id: ids[0] } : { ids }
  done(await request('POST', resourcePath(resource, 'del'), body, options), 'failed.delete', options)
}

/** Restores rows that the user deleted. */
export async function restoreRows(resource: Resource, ids: readonly string[]): Promise<void> {
  done(await request('POST', resourcePath(resource, 'restore'), { ids }))
}

/** Moves a document to its next status from the one that was shown, with what the form of the transition filled in. */
export async function moveRow(
  resource: Resource,
  transition: Transition,
  { id, version, ...row }: { id: string; version: number; [field: string]: unknown },
  options: CallOptions = {},
): Promise<void> {
  const filled = (transition.fields ?? []).filter((name) => name in row).map((name) => [name, row[name]] as const)
  const body = { id, version, ...Object.fromEntries(filled) }
  done(await request('POST', transitionPath(resource, transition), body, options), 'failed.update', options)
}
