import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Navigate, useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { useText } from '../lib/text.ts'
import { AskHost } from '../parts/ask-host.tsx'
import { ToastHost } from '../parts/toast-host.tsx'
import { decide } from './guard/guard.ts'
import { menuTitle } from './menu/menu-title.ts'
import { LoginPage } from './pages/login.tsx'
import { MissingPage, RefusedPage } from './pages/standalone.tsx'
import { useVisitor } from './session/visitor.ts'
import { ProgressBar, Running } from './shell/progress.tsx'
import { useTabs } from './tabs/tab-store.ts'

const Shell = lazy(() => import('./shell/shell.tsx'))
const ForcedPassword = lazy(() => import('./pages/forced-password.tsx'))

/** BC-8: `{page title} - {site title}`. */
function useDocumentTitle(page: string): void {
  const { t } = useText()
  const webName = useSession((session) => session.webName)
  const site = webName || t('site.title')
  useEffect(() => {
    document.title = page ? `${page} - ${site}` : site
  }, [page, site])
}

function Guarded() {
  const { t } = useText()
  const { pathname, search } = useLocation()
  const visitor = useVisitor()
  const mustChange = useSession((session) => session.userInfo?.mustChangePwd ?? false)
  const decision = decide(pathname, search, visitor)
  const screen = decision.do === 'view' ? decision.screen : null
  const tabTitle = useTabs((state) => state.tabs.find((tab) => tab.path === pathname)?.title)
  const ownTitle = tabTitle !== screen?.title ? tabTitle : undefined
  useDocumentTitle(
    screen ? (ownTitle ?? menuTitle(screen.name, screen.title)) : decision.do === 'login' ? t('login.submit') : '',
  )
  if (visitor.phase === 'ready' && mustChange) return <ForcedPassword />
  if (decision.do === 'wait') return <Running />
  if (decision.do === 'go') return <Navigate to={decision.to} replace />
  if (decision.do === 'login') return <LoginPage />
  if (decision.do === 'refused') return <RefusedPage />
  if (decision.do === 'missing') return <MissingPage />
  return <Shell screen={decision.screen} screens={visitor.screens} />
}

export function App() {
  return (
    <BrowserRouter>
      <ProgressBar />
      <Suspense fallback={<Running />}>
        <Guarded />
      </Suspense>
      <AskHost />
      <ToastHost />
    </BrowserRouter>
  )
}
