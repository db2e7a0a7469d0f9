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

/** A screen that belongs to another one's menu entry, as a device to the list of devices, has that one as the way back. */
export function wayTo(screen: ScreenRoute, screens: readonly ScreenRoute[]): readonly Level[] {
  const list = screen.activeMenu ? screens.find(({ path }) => path === screen.activeMenu)?.levels.at(-1) : undefined
  if (!list || screen.levels.some(({ name }) => name === list.name)) return screen.levels
  return screen.levels.toSpliced(-1, 0, list)
}

/** BC-1, BC-3 to BC-7: the levels above the screen; the last one carries the tab's own title. */
export function Breadcrumb({ screen, screens }: { screen: ScreenRoute; screens: readonly ScreenRoute[] }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const tabTitle = useTabs((state) => state.tabs.find((tab) => tab.path === pathname)?.title)
  const levels = wayTo(screen, screens).filter((level) => level.breadcrumb)
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
