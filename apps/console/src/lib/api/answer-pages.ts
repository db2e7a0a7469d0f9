import type { Page } from '@sluice/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallOptions } from './api.ts'

/**
 * Rows that are read on and on, page by page, remembered under `key`. Apart from `answer.ts`, which the first page of the
 * console carries.
 */
export function useAskedPages<T>(
  key: readonly unknown[],
  ask: (page: number, how: CallOptions) => Promise<Pick<Page<T>, 'list' | 'page' | 'limit' | 'total'>>,
) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => ask(pageParam, { inPlace: true, signal }),
    initialPageParam: 1,
    select: ({ pages }) => pages.flatMap(({ list }) => list),
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
  })
}
