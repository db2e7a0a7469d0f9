import type { HistoryImport } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { displayZone } from '../../../lib/time/clock.ts'
import { formatTime } from '../../../lib/time/time.ts'
import { percentOf, useHistoryRuns } from './history-runs.ts'
import './history-progress.css'

const MINUTE_S = 60

function Progress({ run, others }: { run: HistoryImport; others: number }) {
  const { t } = useText()
  const percent = percentOf(run)
  const { secondsLeft } = run
  const left =
    secondsLeft === null
      ? null
      : secondsLeft < MINUTE_S
        ? t('historyImport.seconds', { n: Math.max(1, secondsLeft) })
        : t('historyImport.minutes', { n: Math.ceil(secondsLeft / MINUTE_S) })
  const reached = formatTime(run.reachedTime, '{y}-{m}-{d}', displayZone())
  const facts = [
    `${percent} %`,
    reached && t('historyImport.reached', { day: reached }),
    left,
    others > 0 && t('historyImport.others', { n: others }),
  ].filter(Boolean)
  return (
    <div className="history-progress" data-testid="history-progress">
      <div className="history-progress-text">
        <span className="history-progress-name" title={run.name}>
          {t('historyImport.importing', { name: run.name })}
        </span>
        <span className="history-progress-facts num">{facts.join(' · ')}</span>
      </div>
      <div
        className="history-progress-track"
        role="progressbar"
        aria-label={t('historyImport.importing', { name: run.name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={facts.join(', ')}
      >
        <div className="history-progress-done" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

/** One slim line while history is imported, and a message at the end. Otherwise it takes no room. */
export function HistoryProgress() {
  const { t } = useText()
  const { running, ended } = useHistoryRuns()
  const [first, ...others] = running
  if (first) return <Progress run={first} others={others.length} />
  if (!ended) return null
  return (
    <output className="history-progress history-ready" data-testid="history-ready">
      {t('historyImport.ready', { name: ended.name })}
    </output>
  )
}
