import TaskBadge from '../../features/flow/inbox/task-badge.tsx'
import Inbox from '../../features/notice/inbox/inbox.tsx'

/** The person's messages, and what waits for them to decide. */
export default function Inboxes() {
  return (
    <>
      <Inbox />
      <TaskBadge />
    </>
  )
}
