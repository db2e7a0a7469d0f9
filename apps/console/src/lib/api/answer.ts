import type { InputOf, Operation, OutputOf, Resource, Row } from '@sluice/contract'
import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from './api.ts'
import { getRow } from './resource-calls.ts'

interface Asking {
  /** Fetched each time it is shown, and dropped when hidden: for answers that decisions rest on. */
  fresh?: boolean
  /** A failure is not shown anywhere: the screen stays as it is. */
  silent?: boolean
  /** How long an answer counts as fresh, ms. */
  staleMs?: number
}

export interface AnswerOptions extends Asking {
  /**
   * What the answer depends on: resource names (a change of their rows fetches again) and values (a new value fetches
   * again).
   */
  follows?: readonly unknown[]
  timeoutMs?: number
  everyMs?: number
  /** Keeps the previous answer until the next one arrives. */
  keep?: boolean
}

/** The cache key of an answer; without an input, the prefix of all answers of the operation. */
export function answerKey<O extends Operation>(
  { path }: O,
  input?: InputOf<O> | null,
  follows: readonly unknown[] = [],
): unknown[] {
  return input === undefined ? [path] : [path, input, ...follows]
}

function optionsOf({ fresh, staleMs }: Asking) {
  return {
    ...(fresh ? { staleTime: 0, gcTime: 0 } : {}),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  }
}

const shown = ({ silent }: Asking) => (silent ? { silent } : { inPlace: true })

/** The answer of an operation; with `null` no call is made. `Fetched` draws it. */
export function useAnswer<O extends Operation>(
  operation: O,
  input: InputOf<O> | null,
  { follows = [], timeoutMs, everyMs, keep, ...asking }: AnswerOptions = {},
): UseQueryResult<OutputOf<O>> {
  return useQuery<OutputOf<O>>({
    queryKey: answerKey(operation, input, follows),
    queryFn: ({ signal }) =>
      call(operation, input!, { ...shown(asking), ...(timeoutMs === undefined ? {} : { timeoutMs }), signal }),
    enabled: input !== null,
    ...optionsOf(asking),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** One row with all its fields; with `null` no call is made. */
export function useRow<R extends Resource>(
  resource: R,
  id: string | null,
  asking: Asking = {},
): UseQueryResult<Row<R>> {
  return useQuery<Row<R>>({
    queryKey: ['row', resource.name, id],
    queryFn: ({ signal }) => getRow(resource, id!, { ...shown(asking), signal }),
    enabled: id !== null,
    ...optionsOf(asking),
  })
}

/** Several rows with all their fields: those that have come, in the order asked for. */
export function useRows<R extends Resource>(resource: R, ids: readonly string[]): Row<R>[] {
  const rows = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['row', resource.name, id],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Row<R>> => getRow(resource, id, { ...shown({}), signal }),
    })),
  })
  return rows.flatMap(({ data }) => (data === undefined ? [] : [data]))
}
