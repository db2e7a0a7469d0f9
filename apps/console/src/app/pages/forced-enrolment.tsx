import { EnrolSteps } from '../../features/identity/enrol-steps.tsx'
import { useText } from '../../lib/text.ts'
import { Logo } from '../../parts/logo.tsx'
import { AntdRoot } from '../antd-root.tsx'
import { reloadSession, signOut } from '../session/session-flow.ts'

/** A role or department asks for a second factor: nothing else opens before it is set up. */
export default function ForcedEnrolment() {
  const { t } = useText()
  return (
    <AntdRoot>
      <main className="standalone">
        <section className="card forced">
          <Logo size={34} />
          <h1>{t('totp.forced')}</h1>
          <p>{t('totp.forcedText')}</p>
          <EnrolSteps onDone={() => void reloadSession()} />
          <button type="button" className="link" onClick={() => void signOut()}>
            {t('header.signOut')}
          </button>
        </section>
      </main>
    </AntdRoot>
  )
}
