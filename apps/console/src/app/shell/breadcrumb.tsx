import { Fragment } from 'react'
import { Link, useLocation } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { fillPath, type Level, type ScreenRoute } from '../menu/menu-tree.ts'
import { menuTitle } from '../../lib/text/menu-title.ts'
import { HOME } from '../menu/static-routes.ts'
import { useTabs } from '../tabs/tab-store.ts'

function Crumb({ to, last, title }: { to: string | null; last: boolean; title: string }) {
  if (last || !to) return <span aria-current={last ? 'page' : undefined}>{title}</span>
  return <Link to={to}>{title}</Link>
}

/** The level above a screen that has no menu entry of its own, as a device below the list of devices. */
function wayTo(screen: ScreenRoute, screens: readonly ScreenRoute[]): readonly Level[] {
  const list = screen.activeMenu ? screens.find(({ path }) => path === screen.activeMenu)?.levels.at(-1) : undefined
  if (!list || screen.levels.some(({ name }) => name === list.name)) return screen.levels
  return screen.levels.toSpliced(-1, 0, list)
}

/** BC-1, BC-2, BC-4: the levels above a screen that have a title, the map first; on the map itself only the map. */
export function crumbsOf(screen: ScreenRoute, screens: readonly ScreenRoute[]): readonly Level[] {
  const home = screens.find(({ path }) => path === HOME)?.levels.at(-1)
  const levels = wayTo(screen, screens).filter(({ breadcrumb, title }) => breadcrumb && title)
  if (!home) return levels
  return screen.path === HOME ? [home] : [home, ...levels.filter(({ name }) => name !== home.name)]
}

/** BC-1 to BC-7; the last level has the tab's own title. */
export function Breadcrumb({ screen, screens }: { screen: ScreenRoute; screens: readonly ScreenRoute[] }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const tabTitle = useTabs((state) => state.tabs.find((tab) => tab.path === pathname)?.title)
  const levels = crumbsOf(screen, screens)
  return (
    <nav className="crumbs" data-testid="breadcrumb" aria-label={t('header.breadcrumb')}>
      {levels.map((level, at) => {
        const last = at === levels.length - 1
        // A title that a screen sets on its tab belongs to the screen, not to the folder that it is drawn for (BC-4).
        const isOwn = level.name === screen.name && tabTitle && tabTitle !== level.title
        const own = isOwn ? tabTitle : menuTitle(level.name, level.title)
        const to = level.to && fillPath(level.to, screen.path, pathname)
        return (
          <Fragment key={level.name + level.title}>
            {at > 0 && <i aria-hidden="true">/</i>}
            <Crumb to={to} last={last} title={own} />
          </Fragment>
        )
      })}
    </nav>
  )
}
