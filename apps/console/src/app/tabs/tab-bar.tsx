import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import { type Anchor, PopupMenu } from '../../parts/overlay/popup-menu.tsx'
import { menuTitle } from '../../lib/text/menu-title.ts'
import * as list from './tab-list.ts'
import { scrollTarget } from './tab-scroll.ts'
import { closeTabs, refreshTab, useTabs } from './tab-store.ts'

const MIDDLE = 1

function titleOf(tab: list.Tab): string {
  return tab.title === tab.meta.title ? menuTitle(tab.name, tab.title) : tab.title
}

interface TabProps {
  tab: list.Tab
  on: boolean
  onClose: (path: string) => void
  onMenu: (path: string, event: MouseEvent) => void
}

function TabHandle({ tab, on, onClose, onMenu }: TabProps) {
  const { t } = useText()
  const pinned = tab.meta.affix
  return (
    <li
      className={on ? 'tab on' : 'tab'}
      data-testid={`tab-${tab.path}`}
      onContextMenu={(event) => onMenu(tab.path, event)}
      // TB-4: a middle-click closes the tab; the browser's own scrolling and new window are suppressed.
      onMouseDown={(event) => event.button === MIDDLE && event.preventDefault()}
      onAuxClick={(event) => {
        if (event.button !== MIDDLE) return
        event.preventDefault()
        onClose(tab.path)
      }}
    >
      <Link to={tab.fullPath} aria-current={on ? 'page' : undefined}>
        {titleOf(tab) || t('tabs.untitled')}
      </Link>
      {!pinned && (
        <button
          type="button"
          data-testid="tab-close"
          aria-label={t('tabs.close', { title: titleOf(tab) })}
          onClick={() => onClose(tab.path)}
        >
          <Icon name="cross" size={12} />
        </button>
      )}
    </li>
  )
}

/** TB-15, TB-16: the active tab is scrolled into view; the wheel scrolls sideways. */
function useTabScroll(active: string, tabs: readonly list.Tab[]) {
  const bar = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const box = bar.current
    if (!box) return
    const boxes = [...box.children].map((child) => {
      const { offsetLeft: left, offsetWidth: width } = child as HTMLElement
      return { left, width }
    })
    const view = { left: box.scrollLeft, width: box.clientWidth }
    const at = tabs.findIndex((tab) => tab.path === active)
    const target = at < 0 ? null : scrollTarget(boxes, at, view, box.scrollWidth)
    if (target !== null) box.scrollTo({ left: target, behavior: 'smooth' })
  }, [active, tabs])
  useEffect(() => {
    const box = bar.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      box!.scrollLeft += event.deltaY || event.deltaX
    }
    box?.addEventListener('wheel', onWheel, { passive: false })
    return () => box?.removeEventListener('wheel', onWheel)
  }, [])
  return bar
}

export function TabBar({ active }: { active: string }) {
  const { t } = useText()
  const navigate = useNavigate()
  const tabs = useTabs((state) => state.tabs)
  const bar = useTabScroll(active, tabs)
  const [menu, setMenu] = useState<{ path: string; at: Anchor } | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])
  // TB-9: any other navigation closes the menu too.
  useEffect(closeMenu, [active, closeMenu])
  const leave = (closed: list.Closed) => {
    const to = closeTabs(closed)
    if (to) void navigate(to)
  }
  const onClose = (path: string) => leave(list.close(tabs, path, active))
  const onMenu = (path: string, event: MouseEvent) => {
    event.preventDefault()
    setMenu({ path, at: { x: event.clientX, y: event.clientY } })
  }
  const chosen = tabs.find((tab) => tab.path === menu?.path)
  const refresh = (tab: list.Tab) => {
    refreshTab(tab.path)
    if (tab.path !== active) void navigate(tab.fullPath)
  }
  return (
    <nav className="tabs" aria-label={t('tabs.label')}>
      <ul ref={bar} className="tab-list">
        {tabs.map((tab) => (
          <TabHandle key={tab.path} tab={tab} on={tab.path === active} onClose={onClose} onMenu={onMenu} />
        ))}
      </ul>
      {menu && chosen && (
        <PopupMenu
          at={menu.at}
          label={t('tabs.menu')}
          testId="tab-menu"
          onClose={closeMenu}
          items={[
            { key: 'refresh', label: t('tabs.refresh'), onSelect: () => refresh(chosen) },
            ...(chosen.meta.affix
              ? []
              : [{ key: 'close', label: t('tabs.closeThis'), onSelect: () => onClose(chosen.path) }]),
            {
              key: 'others',
              label: t('tabs.closeOthers'),
              onSelect: () => leave(list.closeOthers(tabs, chosen.path, active)),
            },
            { key: 'all', label: t('tabs.closeAll'), onSelect: () => leave(list.closeAll(tabs, active)) },
          ]}
        />
      )}
    </nav>
  )
}
