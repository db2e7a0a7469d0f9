import { countTasks, type MenuRoute } from '@sluice/contract'
import { Link } from 'react-router'
import { useSession } from '../../../lib/access/session.ts'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { useTasksChanged } from './tasks-changed.ts'
import './task-badge.css'

const SCREEN = 'leave/run-task'
const PATH = '/leave/task/run-task'
const MOST = 99

function opens(menu: readonly MenuRoute[]): boolean {
  return menu.some((route) => route.component === SCREEN || opens(route.children ?? []))
}

function Badge() {
  const { t } = useText()
  useTasksChanged()
  const { data } = useAnswer(countTasks, {}, { silent: true, keep: true })
  const n = data?.total ?? 0
  const label = n > 0 ? t('approval.badge', { n }) : t('approval.badgeNone')
  return (
    <Link
      className={n > 0 ? 'icon-button task-badge' : 'icon-button task-badge none'}
      to={PATH}
      aria-label={label}
      title={label}
      data-testid="task-badge"
    >
      <svg viewBox="0 0 24 24" width={18} height={18} fill="none" stroke="currentColor" aria-hidden="true">
        <path
          d="M8.5 5H6v15.5h12V5h-2.5M9 3.5h6V7H9zM8.8 13.5l2.2 2.2 4.2-4.4"
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {n > 0 && <span className="task-bubble num">{n > MOST ? `${MOST}+` : n}</span>}
    </Link>
  )
}

/** How much waits for the person, in ink so that it never looks like the bell; for those whose menu has the inbox. */
export default function TaskBadge() {
  const menu = useSession((session) => session.menu)
  return opens(menu) ? <Badge /> : null
}
