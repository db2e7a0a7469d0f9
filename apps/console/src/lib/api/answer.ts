import type { InputOf, Operation, OutputOf, Resource, Row } from '@sluice/contract'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { call } from './api.ts'
import { getRow } from './resource-calls.ts'

interface Asking {
  /** Asked again each time it is shown, and forgotten when it is not: nobody decides on a remembered answer. */
  fresh?: boolean
  /** A failure is shown nowhere: what it would fill stays as it is. */
  silent?: boolean
  /** How long an answer counts as new. */
  staleMs?: number
}

export interface AnswerOptions extends Asking {
  /** What it follows: resources by name, a change of whose rows asks again, and values, of which another asks again. */
  follows?: readonly unknown[]
  timeoutMs?: number
  everyMs?: number
  /** The answer to the question before stays until the next one is there. */
  keep?: boolean
}

/** Under which key an answer is remembered; without an input those to all of them. */
export function answerKey<O extends Operation>({ path }: O, input?: InputOf<O>): unknown[] {
  return input === undefined ? [path] : [path, input]
}

function optionsOf({ fresh, staleMs }: Asking) {
  return {
    ...(fresh ? { staleTime: 0, gcTime: 0 } : {}),
    ...(staleMs === undefined ? {} : { staleTime: staleMs }),
  }
}

const shown = ({ silent }: Asking) => (silent ? { silent } : { inPlace: true })

/** What an operation answers; with `null` nothing is asked. `Fetched` draws it. */
export function useAnswer<O extends Operation>(
  operation: O,
  input: InputOf<O> | null,
  { follows = [], timeoutMs, everyMs, keep, ...asking }: AnswerOptions = {},
): UseQueryResult<OutputOf<O>> {
  return useQuery<OutputOf<O>>({
    queryKey: [operation.path, input, ...follows],
    queryFn: ({ signal }) =>
      call(operation, input!, { ...shown(asking), ...(timeoutMs === undefined ? {} : { timeoutMs }), signal }),
    enabled: input !== null,
    ...optionsOf(asking),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** One row whole; with `null` nothing is asked. */
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
