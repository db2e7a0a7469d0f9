import './app/tokens.css'
import './app/frame.css'
import './app/parts.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SIGNED_IN_COOKIE } from '@sluice/contract'
import { loadAhead } from './app/ahead.ts'
import { App } from './app/app.tsx'
import { keepShell } from './app/install.ts'
import { start } from './app/session/session-flow.ts'
import { followTheme } from './app/theme/apply-theme.ts'
import { readCookie } from './lib/access/cookie.ts'
import { loadSite } from './lib/page/site.ts'
import { readAgainInLanguage } from './lib/api/query.ts'
import { startTexts, whenLanguageChanges } from './lib/text/text.ts'

followTheme()
if (readCookie(SIGNED_IN_COOKIE) !== null) loadAhead(location.pathname)
await startTexts()
whenLanguageChanges(() => readAgainInLanguage())
// SI-28: the boot call runs while the page is drawn; the guard waits for its answer.
void start()
void loadSite()
keepShell()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
