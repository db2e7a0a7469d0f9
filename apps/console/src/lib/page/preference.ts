import { getPreference, savePreference } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { call } from '../api/api.ts'

/** Dragging an edge is one change, not fifty. */
const SAVE_AFTER_MS = 600

/**
 * What this user has stored under a key, on whatever machine they use: the value (null: nothing stored), and how to change it.
 * A change shows at once and is saved a moment later; while it is being fetched `ready` is false. What an older console
 * kept and the schema no longer takes counts as nothing.
 */
export function usePreference<S extends z.ZodType>(key: string, schema: S) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef<{ key: string; value: z.input<S> | null } | null>(null)
  const kept = useQuery({
    queryKey: ['preference', key],
    queryFn: async ({ signal }) => {
      const parsed = schema.safeParse(await call(getPreference, { key }, { silent: true, signal }))
      return parsed.success ? parsed.data : null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const waiting = unsaved.current
    unsaved.current = null
    // It stays as shown on this page; the next page would show the old state, which is no reason to interrupt anybody.
    if (waiting) call(savePreference, waiting as never, { silent: true }).catch(() => {})
  }, [])
  useEffect(() => flush, [flush])
  const save = useCallback(
    (value: z.input<S> | null) => {
      client.setQueryData(['preference', key], value)
      unsaved.current = { key, value }
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, SAVE_AFTER_MS)
    },
    [client, key, flush],
  )
  return { value: kept.data ?? null, ready: !kept.isPending, save }
}
