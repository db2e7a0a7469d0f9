import { lazy, useEffect, useLayoutEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { useSession } from '../../lib/access/session.ts'
import { closeLive, openLive } from '../../lib/live/live.ts'
import { useText } from '../../lib/text/text.ts'
import { useMobile, usePhone } from '../../lib/page/width.ts'
import { AntdRoot } from '../antd-root.tsx'
import { PositionMap, type PositionMapProps } from '../../parts/form/position/position-map.ts'
import { DetailAddresses } from '../../lib/page/detail-address.tsx'
import { ListAddresses } from '../../lib/page/list-address.tsx'
import { detailLists, resourceLists, type ScreenRoute } from '../menu/menu-tree.ts'
import { Sidebar } from '../menu/sidebar.tsx'
import { PaletteHost } from '../palette/palette-host.tsx'
import { useSettings } from '../settings/layout-settings.ts'
import { SettingsHost } from '../settings/settings-host.tsx'
import { TabBar } from '../tabs/tab-bar.tsx'
import { visitTab } from '../tabs/tab-store.ts'
import { Views } from '../tabs/views.tsx'
import { Header } from './header.tsx'
import { LineBars } from './line-bars.tsx'
import { useSidebar } from './sidebar-state.ts'
import './shell.css'

/** Picks positions in forms; its code and the map's program are loaded when a form opens it. */
const MapInForm = lazy(() => import('../../features/map/position/position-map.tsx'))
const drawMapInForm = (props: PositionMapProps) => <MapInForm {...props} />

/** What was left on this telephone is sent, and taken up again. */
function useLeftBehind(): void {
  const navigate = useNavigate()
  const userId = useSession(({ userInfo }) => userInfo?.id)
  const mayLeave = usePermission(['commissioning:carryOut', 'repairRecord:process'])
  useEffect(() => {
    if (!userId || !mayLeave) return
    let isOver = false
    const take = () => {
      if (isOver) return
      import('../left-behind.ts').then(
        ({ takeUp }) => takeUp(userId, (path) => void navigate(path)),
        // Opened without a line, and never loaded before.
        () => window.addEventListener('online', take, { once: true }),
      )
    }
    take()
    return () => {
      isOver = true
    }
  }, [userId, mayLeave, navigate])
}

/** Sidebar, header, tabs and the views; stays mounted from sign-in to sign-out (RG-17). */
export default function Shell({ screen, screens }: { screen: ScreenRoute; screens: readonly ScreenRoute[] }) {
  const { t } = useText()
  const { pathname, search, key } = useLocation()
  const mobile = useMobile()
  const phone = usePhone()
  const opened = useSidebar((state) => state.opened)
  const { tagsView, fixedHeader } = useSettings()
  const details = useMemo(() => detailLists(screens), [screens])
  const lists = useMemo(() => resourceLists(screens), [screens])

  useLeftBehind()
  useEffect(() => {
    openLive()
    return closeLive
  }, [])

  // TB-18: visits are recorded also while the tab bar is hidden; with `key`, reopening a closed tab counts as a visit
  // (TB-7).
  useLayoutEffect(() => visitTab(screen, pathname, search), [screen, pathname, search, key])

  const side = mobile ? 'mobile' : opened ? 'wide' : 'narrow'
  return (
    <AntdRoot>
      <a className="skip" href="#work">
        {t('header.skip')}
      </a>
      <div className={`shell shell-${side}`}>
        <Sidebar screen={screen} />
        <div className="main">
          <div className={fixedHeader ? 'top fixed' : 'top'}>
            <Header screen={screen} screens={screens} />
            <LineBars />
            {tagsView && !phone && <TabBar active={pathname} />}
          </div>
          <main id="work" className="work" tabIndex={-1}>
            <DetailAddresses lists={details}>
              <ListAddresses lists={lists}>
                <PositionMap value={drawMapInForm}>
                  <Views screens={screens} active={pathname} />
                </PositionMap>
              </ListAddresses>
            </DetailAddresses>
          </main>
        </div>
      </div>
      <SettingsHost />
      <PaletteHost screens={screens} />
    </AntdRoot>
  )
}
