import { PasswordForm } from '../../features/identity/account/password-form.tsx'
import { useText } from '../../lib/text/text.ts'
import { reloadSession } from '../session/session-flow.ts'
import { ForcedPage } from './forced-page.tsx'

/** A one-time password opens nothing but this page (AD-3). */
export default function ForcedPassword() {
  const { t } = useText()
  return (
    <ForcedPage title={t('password.forced')} text={t('password.forcedText')}>
      <PasswordForm onDone={() => void reloadSession()} />
    </ForcedPage>
  )
}
