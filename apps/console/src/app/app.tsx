import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import { useSession } from '../lib/access/session.ts'
import { useSite } from '../lib/page/site.ts'
import { useText } from '../lib/text/text.ts'
import { AskHost } from '../parts/overlay/ask-host.tsx'
import { ToastHost } from '../parts/overlay/toast-host.tsx'
import { settle } from './guard/guard.ts'
import { menuTitle } from '../lib/text/menu-title.ts'
import type { ScreenRoute } from './menu/menu-tree.ts'
import { LoginPage } from './pages/login.tsx'
import { AuthRedirectPage, MissingPage, RefusedPage } from './pages/standalone.tsx'
import { useVisitor } from './session/visitor.ts'
import { ProgressBar, Running } from './shell/progress.tsx'
import { useTabs } from './tabs/tab-store.ts'
import { ViewBoundary } from './tabs/view-boundary.tsx'

const Shell = lazy(() => import('./shell/shell.tsx'))
const Wall = lazy(() => import('./wall.tsx'))
const CommandPage = lazy(() => import('./pages/command.tsx'))
const RegisterPage = lazy(() => import('./pages/register.tsx'))
const ForcedPassword = lazy(() => import('./pages/forced-password.tsx'))
const ForcedEnrolment = lazy(() => import('./pages/forced-enrolment.tsx'))

/** BC-8: `{page title} - {site title}`. */
function useDocumentTitle(page: string): void {
  const { t } = useText()
  const webName = useSession((session) => session.webName)
  const ofHost = useSite((site) => site.webName)
  const site = webName || ofHost || t('site.title')
  useEffect(() => {
    document.title = page ? `${page} - ${site}` : site
  }, [page, site])
}

type Settled = ReturnType<typeof settle>['decision']

function titleOf(decision: Settled, t: ReturnType<typeof useText>['t']): string {
  if (decision.do === 'login') return t('login.submit')
  if (decision.do === 'wall') return t('wall.title')
  if (decision.do !== 'public') return ''
  if (decision.page === 'command') return t('commandPage.title')
  return decision.page === 'register' ? t('register.title') : ''
}

function Decided({ decision, screens }: { decision: Settled; screens: readonly ScreenRoute[] }) {
  if (decision.do === 'wait') return <Running />
  if (decision.do === 'login') return <LoginPage />
  if (decision.do === 'public') {
    if (decision.page === 'command') return <CommandPage />
    return decision.page === 'register' ? <RegisterPage /> : <AuthRedirectPage />
  }
  if (decision.do === 'refused') return <RefusedPage />
  if (decision.do === 'missing') return <MissingPage />
  if (decision.do === 'wall') return <Wall />
  return <Shell screen={decision.screen} screens={screens} />
}

function Guarded() {
  const { t } = useText()
  const asked = useLocation()
  const visitor = useVisitor()
  const mustChange = useSession((session) => session.userInfo?.mustChangePwd ?? false)
  const mustEnrol = useSession((session) => session.userInfo?.mustEnrol ?? false)
  const { decision, pathname, search } = settle(asked.pathname, asked.search, visitor)
  const screen = decision.do === 'view' ? decision.screen : null
  const tabTitle = useTabs((state) => state.tabs.find((tab) => tab.path === pathname)?.title)
  const ownTitle = tabTitle !== screen?.title ? tabTitle : undefined
  useDocumentTitle(screen ? (ownTitle ?? menuTitle(screen.name, screen.title)) : titleOf(decision, t))
  if (visitor.phase === 'ready' && mustChange) return <ForcedPassword />
  if (visitor.phase === 'ready' && mustEnrol) return <ForcedEnrolment />
  const elsewhere = pathname !== asked.pathname || search !== asked.search
  // The screen gets the address where the redirects end; the key distinguishes a second visit from a redraw.
  const location = { pathname, search, hash: '', state: null, key: asked.key }
  return (
    <>
      {elsewhere && <Navigate key={asked.pathname + asked.search} to={pathname + search} replace />}
      <Routes location={location}>
        <Route path="*" element={<Decided decision={decision} screens={visitor.screens} />} />
      </Routes>
    </>
  )
}

export function App() {
  return (
    <BrowserRouter>
      <ProgressBar />
      <ViewBoundary>
        <Suspense fallback={<Running />}>
          <Guarded />
        </Suspense>
      </ViewBoundary>
      <AskHost />
      <ToastHost />
    </BrowserRouter>
  )
}
