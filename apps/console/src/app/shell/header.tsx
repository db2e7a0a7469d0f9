import { lazy, Suspense } from 'react'
import { FaultBadge } from '../../features/fault/fault-badge.tsx'
import { useText } from '../../lib/text/text.ts'
import { useMobile } from '../../lib/page/width.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { JobTray } from '../../parts/job/job-tray.tsx'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { FullscreenButton } from './fullscreen.tsx'
import { SearchButton } from './search-button.tsx'
import { toggleSidebar, useSidebar } from './sidebar-state.ts'
import { SizeMenu } from './size-menu.tsx'

/** Loaded beside the page: nobody waits for it. */
const Inboxes = lazy(() => import('./inboxes.tsx'))

/**
 * HD-1, HD-2: hamburger, breadcrumb; right: search, fault badge and avatar menu always, fullscreen and size on desktop.
 */
export function Header({ screen, screens }: { screen: ScreenRoute; screens: readonly ScreenRoute[] }) {
  const { t } = useText()
  const mobile = useMobile()
  const { opened, overlay } = useSidebar()
  const wide = mobile ? overlay : opened
  return (
    <header className="head">
      <button
        type="button"
        className="icon-button"
        data-testid="hamburger"
        aria-label={t(wide ? 'header.fold' : 'header.unfold')}
        aria-expanded={wide}
        onClick={() => toggleSidebar(mobile)}
      >
        <Icon name={wide ? 'fold' : 'unfold'} />
      </button>
      <Breadcrumb screen={screen} screens={screens} />
      <SearchButton />
      <JobTray />
      <Suspense>
        <Inboxes />
      </Suspense>
      <FaultBadge />
      {!mobile && (
        <>
          <FullscreenButton />
          <SizeMenu />
        </>
      )}
      <AvatarMenu />
    </header>
  )
}
