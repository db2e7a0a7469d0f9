import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { Button, ButtonLink } from '../../parts/button/button.tsx'
import { Icon, type IconName } from '../../parts/icon/icons.tsx'
import { signOut } from '../session/session-flow.ts'

interface StandaloneProps {
  icon: IconName
  title: string
  text: string
  children: ReactNode
}

function Standalone({ icon, title, text, children }: StandaloneProps) {
  return (
    <main className="standalone">
      <span className="standalone-glyph">
        <Icon name={icon} size={34} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  )
}

/** RG-7: a user without permissions can at least sign out. */
export function RefusedPage() {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <Standalone icon="shield" title={t('page.refused')} text={t('page.refusedText')}>
      <Button kind="theme" onClick={() => void signOut().then(() => navigate('/login'))}>
        {t('page.backToLogin')}
      </Button>
    </Standalone>
  )
}

export function MissingPage() {
  const { t } = useText()
  return (
    <Standalone icon="map" title={t('page.missing')} text={t('page.missingText')}>
      <ButtonLink kind="theme" to="/">
        {t('page.home')}
      </ButtonLink>
    </Standalone>
  )
}

/**
 * SI-27: an address that other systems may redirect to. It reads nothing, stores nothing and does not navigate by
 * itself.
 */
export function AuthRedirectPage() {
  const { t } = useText()
  return (
    <Standalone icon="link" title={t('page.authRedirect')} text={t('page.authRedirectText')}>
      <ButtonLink kind="theme" to="/login">
        {t('page.toLogin')}
      </ButtonLink>
    </Standalone>
  )
}
