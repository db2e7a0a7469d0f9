import { getPreference, savePreference } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { z } from 'zod'
import { useAsked } from '../api/answer.ts'
import { call } from '../api/api.ts'

/** Dragging an edge is saved as one change, not fifty. */
const SAVE_AFTER_MS = 600

/**
 * The value this user stores under a key, on every machine (null: nothing stored), and a function that changes it. A
 * change shows at once and is saved SAVE_AFTER_MS later; `ready` is false while the value is fetched. A stored value
 * that the schema no longer accepts counts as nothing.
 */
export function usePreference<S extends z.ZodType>(key: string, schema: S) {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef<{ key: string; value: z.input<S> | null } | null>(null)
  const kept = useAsked(
    ['preference', key],
    async (how) => {
      const parsed = schema.safeParse(await call(getPreference, { key }, how))
      return parsed.success ? parsed.data : null
    },
    { silent: true, staleMs: Number.POSITIVE_INFINITY },
  )
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    const waiting = unsaved.current
    unsaved.current = null
    // The change stays on this page; that another page shows the old state is no reason to interrupt the user.
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
