import type { FaultPush, MenuRoute } from '@sluice/contract'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../lib/access/session.ts'
import { useText } from '../../lib/text/text.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { badgeText, forgetFaultCount, refreshFaultCount, setFaultCount, useFaultCount } from './fault-count.ts'
import { openFaultSocket } from './fault-socket.ts'
import { NoticeHost } from './notice-host.tsx'
import { forgetNotices, notify, yieldToMessages } from './notices.ts'
import './fault.css'

const SCREEN = 'fault/fault-device'
const PATH = '/fault/fault-device'

function opens(menu: readonly MenuRoute[]): boolean {
  return menu.some((route) => route.component === SCREEN || opens(route.children ?? []))
}

function hear({ count, message, level, faults }: FaultPush): void {
  // FB-7: a push without a count does not change the badge.
  if (count !== undefined) setFaultCount(count)
  if (message) notify(message, level, faults)
}

/** One socket while a user is signed in; without a department the number comes by HTTP alone (FB-14). */
function useFaultNotices(): void {
  const { language } = useText()
  const deptId = useSession((session) => session.userInfo?.deptId)
  useEffect(() => {
    void refreshFaultCount()
    const listener = { onPush: hear, onBack: () => void refreshFaultCount() }
    const stop = yieldToMessages()
    const close = deptId ? openFaultSocket(deptId, listener, language) : null
    return () => {
      close?.()
      stop()
      forgetFaultCount()
      forgetNotices()
    }
  }, [deptId, language])
}

/** The bell of the header: always in its place, with the number of faults that nobody acknowledged (FB-2, FB-3). */
export function FaultBadge() {
  const { t } = useText()
  const count = useFaultCount((state) => state.count)
  const menu = useSession((session) => session.menu)
  useFaultNotices()
  const label = count > 0 ? t('fault.badge', { n: count }) : t('fault.badgeNone')
  const bell = (
    <>
      <Icon name="bell" />
      {count > 0 && <span className="fault-bubble num">{badgeText(count)}</span>}
    </>
  )
  return (
    <>
      {opens(menu) ? (
        <Link className="icon-button fault-badge" to={PATH} data-testid="fault-badge" aria-label={label} title={label}>
          {bell}
        </Link>
      ) : (
        <span className="icon-button fault-badge" data-testid="fault-badge" role="img" aria-label={label} title={label}>
          {bell}
        </span>
      )}
      <NoticeHost />
    </>
  )
}
