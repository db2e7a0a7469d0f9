import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import { useText } from '../../lib/text.ts'
import type { Level, ScreenRoute } from '../menu/menu-tree.ts'
import { menuTitle } from '../menu/menu-title.ts'
import { useTabs } from '../tabs/tab-store.ts'

function Crumb({ level, last, title }: { level: Level; last: boolean; title: string }) {
  if (last || !level.to || level.to.includes(':')) {
    return <span aria-current={last ? 'page' : undefined}>{title}</span>
  }
  return <Link to={level.to}>{title}</Link>
}

/** BC-1, BC-3 to BC-7: the levels above the screen; the last one carries the tab's own title. */
export function Breadcrumb({ screen }: { screen: ScreenRoute }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const tabTitle = useTabs((state) => state.tabs.find((tab) => tab.path === pathname)?.title)
  const levels = screen.levels.filter((level) => level.breadcrumb)
  return (
    <nav className="crumbs" data-testid="breadcrumb" aria-label={t('header.breadcrumb')}>
      {levels.map((level, at) => {
        const last = at === levels.length - 1
        const own = last && tabTitle && tabTitle !== level.title ? tabTitle : menuTitle(level.name, level.title)
        return (
          <Fragment key={level.name + level.title}>
            {at > 0 && <i aria-hidden="true">/</i>}
            <Crumb level={level} last={last} title={own} />
          </Fragment>
        )
      })}
    </nav>
  )
}
