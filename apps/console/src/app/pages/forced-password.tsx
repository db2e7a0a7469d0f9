import { PasswordForm } from '../../features/identity/password-form.tsx'
import { useText } from '../../lib/text.ts'
import { Logo } from '../../parts/logo.tsx'
import { AntdRoot } from '../antd-root.tsx'
import { reloadSession, signOut } from '../session/session-flow.ts'

/** A one-time password opens nothing but this page (AD-3). */
export default function ForcedPassword() {
  const { t } = useText()
  return (
    <AntdRoot>
      <main className="standalone">
        <section className="card forced">
          <Logo size={34} />
          <h1>{t('password.forced')}</h1>
          <p>{t('password.forcedText')}</p>
          <PasswordForm onDone={() => void reloadSession()} />
          <button type="button" className="link" onClick={() => void signOut()}>
            {t('header.signOut')}
          </button>
        </section>
      </main>
    </AntdRoot>
  )
}
