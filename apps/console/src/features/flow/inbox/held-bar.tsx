import { useText } from '../../../lib/text/text.ts'
import { useMoment } from '../../../lib/time/clock.ts'
import { type Held, HOLD_MS } from './held.ts'

const RADIUS = 9
const ROUND = 2 * Math.PI * RADIUS

interface HeldBarProps {
  held: Held
  onUndo: () => void
}

/** Counts down in ink until a decision leaves; Z takes it back. */
export function HeldBar({ held: { tasks, approve, until }, onUndo }: HeldBarProps) {
  const { t } = useText()
  const seconds = useMoment((now) => Math.max(0, Math.min(HOLD_MS / 1000, Math.ceil(((until ?? now) - now) / 1000))))
  const [first] = tasks
  const what = tasks.length === 1 ? first!.title : t('approval.several', { n: tasks.length })
  return (
    <div className="held-bar" role="status">
      <span className="held-count num" aria-hidden="true">
        <svg viewBox="0 0 24 24" width="24" height="24">
          <circle cx="12" cy="12" r={RADIUS} className="held-track" />
          <circle
            cx="12"
            cy="12"
            r={RADIUS}
            className="held-left"
            strokeDasharray={ROUND}
            strokeDashoffset={ROUND * (1 - (seconds * 1000) / HOLD_MS)}
          />
        </svg>
        <b>{seconds}</b>
      </span>
      <span className="clip">{t(approve ? 'approval.saidApproved' : 'approval.saidRejected', { what })}</span>
      <button type="button" className="held-undo" onClick={onUndo}>
        {t('approval.undo')} <kbd>Z</kbd>
      </button>
    </div>
  )
}
