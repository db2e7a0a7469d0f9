import type { WaitingTask } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { useMoment } from '../../../lib/time/clock.ts'
import { Icon } from '../../../parts/icon/icons.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { spanText } from '../instance/span.ts'
import { shareOver } from './inbox.rules.ts'

/** Steps of the bar: it is drawn again when one of them is over. */
const STEPS = 40

/** The elapsed share of the time limit; what is past it is hatched. */
function Share({ task }: { task: WaitingTask }) {
  const share = useMoment((now) => {
    const over = shareOver(task, now)
    return over === null ? null : Math.floor(over * STEPS) / STEPS
  })
  if (share === null) return null
  return (
    <span className={share >= 1 ? 'task-share over' : 'task-share'} aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
    </span>
  )
}

function Due({ task: { dueTime, arriveTime } }: { task: WaitingTask }) {
  const { t } = useText()
  const due = dueTime === null ? null : Date.parse(dueTime)
  const isLate = useMoment((now) => due !== null && now >= due)
  const span = useMoment((now) => spanText(Math.abs((due ?? Date.parse(arriveTime)) - now)))
  if (due === null) return <small className="task-due t3">{t('approval.since', { span })}</small>
  if (isLate) return <b className="task-due">{t('approval.over', { span })}</b>
  return <small className="task-due t3">{t('approval.left', { span })}</small>
}

interface TaskRowProps {
  task: WaitingTask
  isOpen: boolean
  isChosen: boolean
  /** Boxes are drawn beside the rows. */
  isChoosing: boolean
  /** What was decided, and has not left or is on its way. */
  decided: { approve: boolean; canUndo: boolean } | null
  /** What became of it, when it is no longer the caller's. */
  gone: string | null
  onOpen: () => void
  onChoose: () => void
  onUndo: () => void
}

function Words({ task, gone, decided }: Pick<TaskRowProps, 'task' | 'gone' | 'decided'>) {
  const { t } = useText()
  const { title, stepName, kind, ownerName, forName, claimedBy, urgeTime } = task
  if (gone !== null) return <span className="clip">{gone}</span>
  return (
    <>
      <span className="clip">{title}</span>
      <small className="task-notes t3">
        {[
          stepName,
          urgeTime !== null && t('approval.urged'),
          kind === 'COPY' && t('approval.copy'),
          ownerName !== null && t('approval.preparing', { name: ownerName }),
          forName !== null && t('request.inPlaceOf', { name: forName }),
          claimedBy !== null && t(`approval.claimed.${claimedBy}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {decided === null && <Due task={task} />}
    </>
  )
}

/** One that waits: who, what, and how much of its time is over. */
export function TaskRow(props: TaskRowProps) {
  const { task, isOpen, isChosen, isChoosing, decided, gone, onOpen, onChoose, onUndo } = props
  const { t } = useText()
  const isGrey = decided !== null || gone !== null
  return (
    <li
      className={isGrey ? 'task-row grey' : 'task-row'}
      aria-current={isOpen ? 'true' : undefined}
      data-task={task.taskId}
    >
      {isChoosing && (
        <CheckBox
          checked={isChosen}
          disabled={isGrey}
          aria-label={t('approval.choose', { title: task.title })}
          onChange={onChoose}
        />
      )}
      <button type="button" className="bare task-open" onClick={onOpen}>
        <span className="task-head">
          <b>{task.starterName}</b>
          <span className="task-flow clip">{task.flowName}</span>
          {!isGrey && <Share task={task} />}
          {decided !== null && (
            <span className="row tight">
              <Icon name="check" size={14} />
              {t(decided.approve ? 'approval.approved' : 'approval.rejected')}
            </span>
          )}
        </span>
        <span className="task-words" role={gone === null ? undefined : 'status'}>
          <Words task={task} gone={gone} decided={decided} />
        </span>
      </button>
      {decided?.canUndo && (
        <button type="button" className="link" onClick={onUndo}>
          {t('approval.undo')}
        </button>
      )}
    </li>
  )
}
