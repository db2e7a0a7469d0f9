import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** When the shown page of this resource's list was requested (`useRows`), on the browser's clock; 0 for never. */
export function usePageTime(resource: string): number {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    useCallback(
      (changed) =>
        cache.subscribe(({ query }) => {
          // Other answers are begun while rows are drawn, which must not draw the list again.
          const [kind, of] = query.queryKey
          if (kind === 'page' && of === resource) changed()
        }),
      [cache, resource],
    ),
    () =>
      Math.max(
        0,
        ...cache
          .findAll({ queryKey: ['page', resource], type: 'active' })
          .map(({ state }) => (state.data as { askedAt?: number } | undefined)?.askedAt ?? 0),
      ),
  )
}
