import { t } from '../text/text.ts'
import { showAge, showTime } from './clock.ts'

/** Clocks differ by less: a time that is no farther ahead is now. */
const AHEAD_S = 60

/** The age of a time or, when it is still to come, its date and, within a day, how long until then. */
export function showMoment(time: string, now: number): string {
  const aheadS = Math.ceil((Date.parse(time) - now) / 1000)
  if (!(aheadS > AHEAD_S)) return showAge(time, now)
  const date = showTime(time, '{m}-{d} {h}:{i}')
  if (aheadS < 3600) return t('time.inMinutes', { date, n: Math.ceil(aheadS / 60) })
  return aheadS <= 86_400 ? t('time.inHours', { date, n: Math.ceil(aheadS / 3600) }) : date
}
