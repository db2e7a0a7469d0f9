import { CallFailure } from '../../lib/api/api-outcome.ts'
import { useNow } from '../../lib/time/clock.ts'
import { useLine } from '../../lib/live/line.ts'
import { t } from '../../lib/text/text.ts'

/** Data older than this is not shown as current (docs/spec/look.md#7). */
const OLD_MS = 60_000
const SESSION_OVER = 4

export function isSessionOver(error: Error | null): boolean {
  return error instanceof CallFailure && error.code === SESSION_OVER
}

/** Why the wall does not show current data; `since` is the time of the data, null when unknown. */
export interface Trouble {
  kind: 'session' | 'old' | 'offline' | 'kept' | 'lost' | 'store'
  since: number | null
  /** The error of the server or the network, when there was never an answer. */
  reason?: string
}

/** `heardAt` is the time of the server's last answer, 0 for none yet. */
export function useTrouble({ error, heardAt }: { error: Error | null; heardAt: number }): Trouble | null {
  const line = useLine()
  const now = useNow(1000)
  const since = heardAt || null
  if (isSessionOver(error)) return { kind: 'session', since }
  if (line.kind !== 'whole') return { kind: line.kind, since: line.since ?? since }
  if (error && since === null) return { kind: 'old', since, reason: error.message }
  return since !== null && now - since > OLD_MS ? { kind: 'old', since } : null
}

/** One sentence: what is known, then what to do. */
export function troubleText({ kind, reason }: Trouble, time: string): string {
  if (kind === 'session') return t('wall.sessionOver', { time })
  if (kind === 'old') return reason ? t('wall.noData', { reason }) : t('wall.old', { time })
  return t(`line.${kind}`, { time })
}
