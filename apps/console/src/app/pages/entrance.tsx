import { LANGUAGES } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { lineIsOpen } from '../../lib/access/seal.ts'
import { safeImage } from '../../lib/access/session.ts'
import { useSite } from '../../lib/page/site.ts'
import { changeLanguage, useText } from '../../lib/text/text.ts'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Logo } from '../../parts/icon/logo.tsx'
import { SafePicture } from '../../parts/safe-picture.tsx'
import scene from './scene.svg'
import './login.css'

const NAMES = { 'zh-CN': '中文', 'en-US': 'English' } as const

function LanguageChoice() {
  const { t, language } = useText()
  return (
    <fieldset className="login-languages">
      <legend className="sr-only">{t('login.language')}</legend>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-pressed={one === language}
          onClick={() => void changeLanguage(one)}
        >
          {NAMES[one]}
        </button>
      ))}
    </fieldset>
  )
}

/** The background drawing loads last, separately: the form never waits for it. */
function Scene() {
  const { t } = useText()
  const [drawn, setDrawn] = useState(false)
  return (
    <aside className="login-scene" aria-hidden="true">
      <img className={drawn ? 'drawn' : ''} src={scene} alt="" loading="lazy" onLoad={() => setDrawn(true)} />
      <div className="login-veil" />
      <div className="login-mark">
        <Logo size={38} />
        <span>
          Sluice <b>云阀</b>
        </span>
      </div>
      <div className="login-words">
        <p>{t('login.motto')}</p>
        <small>{t('login.subject')}</small>
      </div>
    </aside>
  )
}

interface EntranceProps {
  title: string
  lead: string
  children: ReactNode
}

/** The layout of every page before the console: the drawn county at the left, the form at the right. */
export function Entrance({ title, lead, children }: EntranceProps) {
  const { t } = useText()
  const logo = safeImage(useSite((site) => site.logo))
  return (
    <div className="login">
      <Scene />
      <main className="login-side">
        <LanguageChoice />
        <div className="login-body">
          <div className={logo ? 'login-small-mark own' : 'login-small-mark'}>
            <SafePicture address={logo} className="login-logo" fallback={<Logo size={34} />} />
          </div>
          <h1>{title}</h1>
          <p className="login-lead">{lead}</p>
          {children}
        </div>
        {lineIsOpen() ? (
          <p className="login-line open">
            <Glyph name="level2" />
            {t('login.lineOpen')}
          </p>
        ) : (
          // On localhost the connection is unencrypted, but never leaves the machine.
          location.protocol === 'https:' && <p className="login-line">{t('login.lineSafe')}</p>
        )}
      </main>
    </div>
  )
}
