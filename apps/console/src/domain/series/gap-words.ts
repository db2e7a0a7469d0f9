import type { Gap } from '@sluice/kit'
import { t } from '../../lib/text/text.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const IN_MINUTES_MS = 2 * HOUR_MS

/** How long values miss, e.g. `无数据 6 小时`. */
export function gapWords({ from, to }: Gap): string {
  const ms = to - from
  return ms < IN_MINUTES_MS
    ? t('history.gapMinutes', { n: Math.round(ms / MINUTE_MS) })
    : t('history.gapHours', { n: Math.round(ms / HOUR_MS) })
}
