import type { Page, Resource } from '@sluice/contract'
import { resourcePath } from '@sluice/contract'
import { type CallOptions, done, request } from './api.ts'
import { lastDays } from './time.ts'

/** A row as the console handles it: fields by name, `<field>Name` beside every reference. */
export interface AnyRow {
  id: string
  version: number
  children?: AnyRow[]
  [field: string]: unknown
}

export type Query = Record<string, string | number | undefined>

/**
 * TM-4: the last so many `days` as they are asked for: from the instant they begin with. They end now, which needs no
 * word: what comes later is not there yet.
 */
export function boundedNow({ days, ...query }: Query, now: number = Date.now()): Query {
  return days === undefined ? query : { ...query, startTime: lastDays(Number(days), now).startTime }
}

export async function pageOf(resource: Resource, query: Query, options: CallOptions = {}): Promise<Page<AnyRow>> {
  return done(
    await request('GET', resourcePath(resource, 'page'), boundedNow(query), options),
    'state.failed',
    options,
  ) as Page<AnyRow>
}

export async function getRow(resource: Resource, id: string, options: CallOptions = {}): Promise<AnyRow> {
  return done(await request('GET', resourcePath(resource, 'get'), { id }, options), 'state.failed', options) as AnyRow
}

export async function insertRow(resource: Resource, values: object): Promise<{ id: string }> {
  return done(await request('POST', resourcePath(resource, 'insert'), values), 'failed.add') as { id: string }
}

export async function updateRow(resource: Resource, values: object): Promise<void> {
  done(await request('POST', resourcePath(resource, 'update'), values), 'failed.update')
}

export async function deleteRows(resource: Resource, ids: readonly string[]): Promise<void> {
  const body = ids.length === 1 ? { id: ids[0] } : { ids }
  done(await request('POST', resourcePath(resource, 'del'), body), 'failed.delete')
}

/** Takes back deletions of one's own (restore). */
export async function restoreRows(resource: Resource, ids: readonly string[]): Promise<void> {
  done(await request('POST', resourcePath(resource, 'restore'), { ids }))
}
