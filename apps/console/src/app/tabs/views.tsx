import { Activity, memo, Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { useUnits } from '../../lib/text/units.ts'
import { ViewProvider } from '../../lib/page/view.tsx'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { WaitBlocks } from '../../parts/fetched/wait-blocks.tsx'
import { type ScreenRoute, screenAt } from '../menu/menu-tree.ts'
import { SCREEN_COMPONENTS } from '../screens.ts'
import { Running } from '../shell/progress.tsx'
import { addressOf, closeTab, renameTab, useTabs } from './tab-store.ts'
import { ViewBoundary } from './view-boundary.tsx'

/** MR-3: the menu may name a component that this console does not have; its page says so, the others work. */
function UnknownScreen({ name }: { name: string }) {
  const { t } = useText()
  console.warn(`screen module not found: ${name}`)
  return <EmptyState icon="map" text={t('page.noScreen')} />
}

/** One screen at one address, drawn as if it were alone: hidden screens keep their own location. */
const View = memo(function View({ route, path, fullPath }: { route: ScreenRoute; path: string; fullPath: string }) {
  const setTitle = useCallback((title: string) => renameTab(path, title), [path])
  const view = useMemo(() => ({ setTitle, addressOf, close: () => void closeTab(path) }), [setTitle, path])
  const Screen = Object.hasOwn(SCREEN_COMPONENTS, route.screen) ? SCREEN_COMPONENTS[route.screen] : undefined
  return (
    <ViewBoundary>
      <ViewProvider view={view}>
        <Suspense
          fallback={
            <>
              <Running />
              <WaitBlocks />
            </>
          }
        >
          <Routes location={fullPath}>
            <Route path={route.path} element={Screen ? <Screen /> : <UnknownScreen name={route.screen} />} />
          </Routes>
        </Suspense>
      </ViewProvider>
    </ViewBoundary>
  )
})

/** TB-13: the page scrolls as a whole; every view gets its own scroll position back. */
function useOwnScroll(active: string) {
  const places = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const kept = places.current
    window.scrollTo({ top: kept.get(active) ?? 0, behavior: 'instant' })
    const remember = () => kept.set(active, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [active])
}

/** The live views, one of them shown: `<Activity>` keeps the state of hidden ones and stops their effects. */
export function Views({ screens, active }: { screens: readonly ScreenRoute[]; active: string }) {
  const { tabs, alive, builds } = useTabs()
  const { search } = useLocation()
  // In other units every value, axis and limit is another: what is kept is drawn anew, hidden views too.
  const units = useUnits()
  useOwnScroll(active)
  const open = screenAt(screens, active)
  const views = tabs
    .filter((tab) => alive.includes(tab.path))
    .map((tab) => {
      const route = screenAt(screens, tab.path)
      return (
        route && (
          <Activity
            key={`${tab.path} ${builds[tab.path] ?? 0} ${units}`}
            mode={tab.path === active ? 'visible' : 'hidden'}
          >
            <section className="view" data-path={tab.path}>
              <View route={route} path={tab.path} fullPath={tab.fullPath} />
            </section>
          </Activity>
        )
      )
    })
  if (!open || open.name) return views
  // TB-1: without a route name there is no tab for the view.
  return [
    ...views,
    <section key={`${active} ${units}`} className="view" data-path={active}>
      <View route={open} path={active} fullPath={active + search} />
    </section>,
  ]
}
