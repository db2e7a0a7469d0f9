import { OPERATOR_KEY_HEADER, type SentCommand, sendFromPage, sentCommandSchema } from '@sluice/contract'
import { useState } from 'react'
import { LONG_CALL_MS, request } from '../../../lib/api/api.ts'
import { CallFailure } from '../../../lib/api/api-outcome.ts'

/** A command as it was typed. */
export interface Order {
  deviceNo: string
  code: string
  params: Record<string, unknown>
  reason?: string
  confirmed?: boolean
}

/** What became of the last one: `unproven` is in the ledger and not acknowledged in time. */
export type Told =
  | { kind: 'taken' | 'unproven'; sent: SentCommand | null; at: number }
  | { kind: 'failed'; text: string; fields: Readonly<Record<string, string>>; asksAgain: boolean; at: number }

/** Sends, with a one-time key or without; a key travels in the header and is kept nowhere. */
export function useSending() {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<Told | null>(null)
  const send = async (order: Order, key: string | undefined): Promise<Told> => {
    setBusy(true)
    const at = Date.now()
    let now: Told
    try {
      const body = { ...order, idempotencyKey: crypto.randomUUID() }
      const heard = await request('POST', sendFromPage.path, body, {
        timeoutMs: LONG_CALL_MS,
        inPlace: true,
        ...(key === undefined ? {} : { headers: { [OPERATOR_KEY_HEADER]: key } }),
      })
      const parsed = sentCommandSchema.safeParse(heard.data)
      now = { kind: heard.code === 0 ? 'taken' : 'unproven', sent: parsed.success ? parsed.data : null, at }
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const asksAgain = (error.data as { error?: string } | null)?.error === 'needs-confirmation'
      now = { kind: 'failed', text: error.message, fields: error.fields, asksAgain, at }
    } finally {
      setBusy(false)
    }
    setTold(now)
    return now
  }
  return { busy, told, send, forget: () => setTold(null) }
}
