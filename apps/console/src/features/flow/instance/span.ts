import { t } from '../../../lib/text/text.ts'

const MIN = 60_000

/** How long, in the two largest units that say something. */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MIN))
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return t('request.days', { d: Math.floor(hours / 24), h: hours % 24 })
  return hours > 0 ? t('request.hours', { h: hours, m: minutes % 60 }) : t('request.minutes', { m: minutes })
}
