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
    <Link className="icon-button task-badge" to={PATH} aria-label={label} title={label} data-testid="task-badge">
      <svg viewBox="0 0 24 24" width={18} height={18} fill="none" stroke="currentColor" aria-hidden="true">
        <path
          d="M4 13.5 6.5 5h11L20 13.5V19H4zM4 13.5h4.5a3.5 3.5 0 0 0 7 0H20"
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
