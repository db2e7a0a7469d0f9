import type { InputOf, ListedRow, Operation, OutputOf, Page, Resource, Row } from '@sluice/contract'
import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call, type CallOptions } from './api.ts'
import { getRow, pageOf, type Query } from './resource-calls.ts'

interface Asking {
  /** Fetched each time it is shown, and dropped when hidden: for answers that decisions rest on. */
  fresh?: boolean
  /** A failure is not shown anywhere: the screen stays as it is. */
  silent?: boolean
  /** How long an answer counts as fresh, ms. */
  staleMs?: number
  timeoutMs?: number
  everyMs?: number | false
  /** What cannot be got is not asked for again by itself. */
  once?: boolean
  /** Keeps the previous answer until the next one arrives. */
  keep?: boolean
  /** Too large to compare with the answer before, or changed by whoever asked. */
  large?: boolean
}

export interface AnswerOptions extends Asking {
  /**
   * What the answer depends on: resource names (a change of their rows fetches again) and values (a new value fetches
   * again).
   */
  follows?: readonly unknown[]
}

/** The cache key of an answer; without an input, the prefix of all answers of the operation. */
export function answerKey<O extends Operation>(
  { path }: O,
  input?: InputOf<O> | null,
  follows: readonly unknown[] = [],
): unknown[] {
  return input === undefined ? [path] : [path, input, ...follows]
}

/** Calls that are answered together; `how` goes into each of them, `askedAt` is on the browser's clock. */
type Ask<T> = (how: CallOptions, askedAt: number) => Promise<T>

function queryFor<T>(key: readonly unknown[], ask: Ask<T> | null, asking: Asking) {
  const { fresh, staleMs, timeoutMs, everyMs, once, keep, large, silent } = asking
  const shown = silent ? { silent } : { inPlace: true }
  const how = timeoutMs === undefined ? shown : { ...shown, timeoutMs }
  return {
    queryKey: key,
    queryFn: ({ signal }: { signal: AbortSignal }) => ask!({ ...how, signal }, Date.now()),
    enabled: ask !== null,
    ...(fresh ? { staleTime: 0, gcTime: 0 } : {}),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(once ? { retry: false } : {}),
    ...(large ? { structuralSharing: false } : {}),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  }
}

/**
 * What several calls answer together, or what goes into a store, remembered under `key`: when rows of a resource that it
 * names change, it is fetched again. With `null` no call is made. `Fetched` draws it.
 */
export function useAsked<T>(key: readonly unknown[], ask: Ask<T> | null, asking: Asking = {}): UseQueryResult<T> {
  return useQuery<T>(queryFor(key, ask, asking))
}

/** The same of several, each under a key of its own. */
export function useAskedEach<T>(
  asked: readonly { key: readonly unknown[]; ask: Ask<T> }[],
  asking: Asking = {},
): readonly UseQueryResult<T>[] {
  return useQueries({ queries: asked.map(({ key, ask }) => queryFor(key, ask, asking)) })
}

/** The answer of an operation; with `null` no call is made. */
export function useAnswer<O extends Operation>(
  operation: O,
  input: InputOf<O> | null,
  { follows, ...asking }: AnswerOptions = {},
): UseQueryResult<OutputOf<O>> {
  const ask = input === null ? null : (how: CallOptions) => call(operation, input, how)
  return useAsked<OutputOf<O>>(answerKey(operation, input, follows), ask, asking)
}

const pageQuery = <R extends Resource>(
  resource: R,
  query: Query<NoInfer<R>> | null,
  { follows = [], ...asking }: AnswerOptions,
) =>
  queryFor<Page<ListedRow<R>>>(
    ['rows', resource.name, query, ...follows],
    query && ((how) => pageOf(resource, query, how)),
    asking,
  )

/** One page of rows; with `null` no call is made. */
export function usePage<R extends Resource>(
  resource: R,
  query: Query<NoInfer<R>> | null,
  asking: AnswerOptions = {},
): UseQueryResult<Page<ListedRow<R>>> {
  return useQuery<Page<ListedRow<R>>>(pageQuery(resource, query, asking))
}

/** A page for each of these queries, which follows what stands at its place. */
export function usePages<R extends Resource>(
  resource: R,
  queries: readonly Query<NoInfer<R>>[],
  { follows, ...asking }: Asking & { follows: (at: number) => readonly unknown[] },
): readonly UseQueryResult<Page<ListedRow<R>>>[] {
  return useQueries({
    queries: queries.map((query, at) => pageQuery<R>(resource, query, { ...asking, follows: follows(at) })),
  })
}

const rowQuery = <R extends Resource>(resource: R, id: string | null, asking: Asking) =>
  queryFor<Row<R>>(['row', resource.name, id], id === null ? null : (how) => getRow(resource, id, how), asking)

/** One row with all its fields; with `null` no call is made. */
export function useRow<R extends Resource>(
  resource: R,
  id: string | null,
  asking: Asking = {},
): UseQueryResult<Row<R>> {
  return useQuery<Row<R>>(rowQuery(resource, id, asking))
}

/** Several rows with all their fields: those that have come, in the order asked for. */
export function useRows<R extends Resource>(resource: R, ids: readonly string[], asking: Asking = {}): Row<R>[] {
  const rows = useQueries({ queries: ids.map((id) => rowQuery<R>(resource, id, asking)) })
  return rows.flatMap(({ data }) => (data === undefined ? [] : [data]))
}
