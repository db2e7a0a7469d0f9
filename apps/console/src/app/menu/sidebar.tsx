import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { safeImage, useSession } from '../../lib/access/session.ts'
import { useSite } from '../../lib/page/site.ts'
import { useText } from '../../lib/text/text.ts'
import { useMobile } from '../../lib/page/width.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { Logo } from '../../parts/icon/logo.tsx'
import { SafePicture } from '../../parts/safe-picture.tsx'
import { openPalette } from '../palette/palette-state.ts'
import { useSettings } from '../settings/layout-settings.ts'
import { closeOverlay, useSidebar } from '../shell/sidebar-state.ts'
import { entriesOf, type MenuEntry, type ScreenRoute } from './menu-tree.ts'
import { type FlyOutPlace, SidebarEntry } from './sidebar-entry.tsx'

/** Keys of the folders above an entry, outermost first. */
function foldersOf(entries: readonly MenuEntry[], to: string): string[] {
  for (const entry of entries) {
    if (entry.children.some((child) => child.to === to)) return [entry.key]
    const deeper = foldersOf(entry.children, to)
    if (deeper.length > 0) return [entry.key, ...deeper]
  }
  return []
}

/** SB-7: logo and name; a site with a name and no logo shows only its name. The product's own site has both. */
function LogoRow({ narrow }: { narrow: boolean }) {
  const { t } = useText()
  const site = useSite()
  const logo = useSession((session) => session.logo) ?? safeImage(site.logo)
  const webName = useSession((session) => session.webName) || site.webName
  return (
    <Link to="/" className="side-logo" title={webName || t('site.title')}>
      {(logo || narrow || !webName) && <SafePicture address={logo} className="side-logo-picture" fallback={<Logo />} />}
      {!narrow && (
        <span className="clip">
          {webName || (
            <>
              Sluice <b>云阀</b>
            </>
          )}
        </span>
      )}
    </Link>
  )
}

/** Opens the palette without a keyboard. */
function PaletteRow() {
  const { t } = useText()
  const open = () => {
    closeOverlay()
    openPalette()
  }
  return (
    <button type="button" className="side-row side-find" data-testid="side-find" onClick={open}>
      <Icon name="search" />
      {t('palette.open')}
    </button>
  )
}

/** SB-1 to SB-10: the permitted menu, wide, narrow or, on a phone, over the content. */
export function Sidebar({ screen }: { screen: ScreenRoute }) {
  const { t } = useText()
  const { pathname } = useLocation()
  const menu = useSession((session) => session.menu)
  const mobile = useMobile()
  const { opened, overlay } = useSidebar()
  const showLogo = useSettings((settings) => settings.sidebarLogo)
  const entries = useMemo(() => entriesOf(menu), [menu])
  const current = screen.activeMenu ?? pathname
  const above = useMemo(() => foldersOf(entries, current), [entries, current])
  const [open, setOpen] = useState<readonly string[]>(above)
  const [flyOut, setFlyOut] = useState<FlyOutPlace | null>(null)
  const narrow = !mobile && !opened

  // SB-6: folders on the current path open when it changes.
  useEffect(() => {
    if (above.length > 0) setOpen(above)
  }, [above, pathname])
  // MB-2: a navigation closes the overlay; MB-3: it is closed when the layout becomes mobile.
  useLayoutEffect(closeOverlay, [pathname, mobile])
  // A row that turns wide under the pointer is never left by it.
  useLayoutEffect(() => setFlyOut(null), [narrow])

  const toggle = (key: string, path: readonly string[]) => setOpen(open.includes(key) ? path : [...path, key])
  const kind = mobile ? (overlay ? 'over' : 'away') : narrow ? 'narrow' : 'wide'
  return (
    <>
      {mobile && overlay && <div className="side-veil" onClick={closeOverlay} role="presentation" />}
      <nav className={`side side-${kind}`} data-testid="sidebar" aria-label={t('header.menu')} inert={kind === 'away'}>
        {showLogo && <LogoRow narrow={narrow} />}
        {mobile && <PaletteRow />}
        <ul className="side-list">
          {entries.map((entry) => (
            <SidebarEntry
              key={entry.key}
              entry={entry}
              path={[]}
              current={current}
              above={above}
              open={open}
              narrow={narrow}
              flyOut={flyOut}
              onFlyOut={setFlyOut}
              onToggle={toggle}
            />
          ))}
        </ul>
      </nav>
    </>
  )
}
