import type { RepairRow } from '@sluice/contract'
import { useMoment } from '../../lib/time/clock.ts'
import { t, useText } from '../../lib/text/text.ts'
import './repair.css'

type Clock = Pick<RepairRow, 'slaState' | 'slaDue' | 'slaLeftS'>

/** Whole minutes that are left, below zero when it is too late; null where no clock counts. */
function minutesLeft({ slaDue, slaLeftS }: Clock, now: number): number | null {
  if (slaDue !== null) return Math.floor((Date.parse(slaDue) - now) / 60_000)
  return slaLeftS === null ? null : Math.floor(slaLeftS / 60)
}

function lengthText(minutes: number): string {
  const [h, m] = [Math.floor(minutes / 60), minutes % 60]
  if (h >= 72) return t('repair.days', { d: Math.floor(h / 24), h: h % 24 })
  return h > 0 ? t('repair.hours', { h, m }) : t('repair.minutes', { m })
}

/** What is left of the time to respond or to repair: grey while the clock stands, with its word when it is too late. */
export function TimeLeft({ row, large = false }: { row: Clock; large?: boolean }) {
  useText()
  const left = useMoment((now) => minutesLeft(row, now))
  const { slaState } = row
  if (slaState === 'NONE' || left === null)
    return <span className="t3">{slaState === 'NONE' ? t('repair.noLimit') : '-'}</span>
  const isLate = left < 0
  const look = ['time-left', large && 'large', slaState, isLate && 'late'].filter(Boolean).join(' ')
  return (
    <span className={look}>
      <span>{t(`repair.${isLate ? 'over' : 'left'}.${slaState}`)}</span>{' '}
      <b className="num">{lengthText(Math.abs(left))}</b>
    </span>
  )
}
