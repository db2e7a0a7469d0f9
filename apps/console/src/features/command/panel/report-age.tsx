import type { Command } from '@sluice/contract'
import { showAge, showTime, useNow } from '../../../lib/time/clock.ts'
import { hasEnded } from '../../../domain/command/commands.ts'
import { useText } from '../../../lib/text/text.ts'
import { Icon } from '../../../parts/icon/icons.tsx'
import { stopwatch } from '../../../lib/time/stopwatch.ts'

const DAY_MS = 86_400_000

interface ReportAgeProps {
  time: string | null
  /** After this time the link is late. */
  lateAfterMs: number
  /** The newest READ; null where the device has none. */
  read: Command | null
  canRead: boolean
  because: string | null
  onRead: () => void
}

/** The outcome of the last READ, while it is newer than the report. */
function useReadNote(read: Command | null, reportedAt: string | null): string | null {
  const { t } = useText()
  const now = useNow(1000)
  if (!read) return null
  if (!hasEnded(read)) return t('read.running', { time: stopwatch(now - Date.parse(read.createTime)) })
  const since = reportedAt !== null && Date.parse(reportedAt) > Date.parse(read.createTime)
  if (since || read.status === 'EXECUTED') return null
  return now - Date.parse(read.doneTime ?? read.createTime) < 60_000 ? t('read.unanswered') : null
}

/** Counts the seconds since the last report, and offers READ. */
export function ReportAge({ time, lateAfterMs, read, canRead, because, onRead }: ReportAgeProps) {
  const { t } = useText()
  const now = useNow(1000)
  const note = useReadNote(read, time)
  const age = time === null ? null : now - Date.parse(time)
  const late = age !== null && age > lateAfterMs
  return (
    <p className="report-age">
      <Icon name="clock" size={14} />
      <span className={late ? 'late' : ''}>
        {age === null ? (
          t('panel.neverReported')
        ) : (
          <>
            {`${t('panel.sinceReport')} `}
            <b className="num" title={showTime(time)} data-testid="report-age">
              {age < DAY_MS ? stopwatch(age) : showAge(time, now)}
            </b>
          </>
        )}
      </span>
      {note && (
        <span className="t2 num" role="status">
          {note}
        </span>
      )}
      <span className="grow" />
      {canRead && (
        <button
          type="button"
          className="link"
          data-testid="control-READ"
          aria-keyshortcuts="R"
          disabled={because !== null}
          title={because ?? undefined}
          onClick={onRead}
        >
          {t('control.read')}
        </button>
      )}
    </p>
  )
}
