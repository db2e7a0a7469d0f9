import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useSession } from '../../lib/access/session.ts'
import { byName, useText } from '../../lib/text/text.ts'
import './notice.css'

/** The screens behind one entry of the menu, with the right that opens each. */
const TABS = [
  { path: 'fault-push', key: 'push:explain', name: 'notice.tab.explain' },
  { path: 'duty', key: 'duty:list', name: 'menu.FaultDuty' },
  { path: 'duty-holiday', key: 'dutyHoliday:list', name: 'menu.FaultDutyHoliday' },
  { path: 'notice-user', key: 'noticeUser:list', name: 'menu.FaultNoticeUser' },
  { path: 'push-rule', key: 'pushRule:list', name: 'menu.FaultPushRule' },
  { path: 'push-record', key: 'pushRecord:list', name: 'menu.FaultPushRecord' },
  { path: 'notice-channel', key: 'noticeChannel:list', name: 'menu.NoticeChannel' },
  { path: 'push-limit', key: 'pushLimit:list', name: 'menu.FaultPushLimit' },
] as const

/** One of the tabs of notifications: the strip that leads to the others, and what it shows. */
export function NoticeTab({ children }: { children: ReactNode }) {
  const { t } = useText()
  const held = useSession((session) => session.roles)
  return (
    <div className="stack">
      <nav className="card notice-tabs" aria-label={t('notice.tabs')}>
        {TABS.filter(({ key }) => held.includes(key)).map(({ path, name }) => (
          <NavLink key={path} to={`/fault/${path}`} className={({ isActive }) => (isActive ? 'on' : '')}>
            {byName(name)}
          </NavLink>
        ))}
      </nav>
      {children}
    </div>
  )
}
