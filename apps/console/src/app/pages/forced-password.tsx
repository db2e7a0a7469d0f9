import { PasswordForm } from '../../features/identity/account/password-form.tsx'
import { typedPassword } from '../../lib/access/typed-password.ts'
import { useText } from '../../lib/text/text.ts'
import { reloadSession } from '../session/session-flow.ts'
import { ForcedPage } from './forced-page.tsx'

/** A one-time password opens nothing but this page (AD-3); who has just signed in with it does not type it again. */
export default function ForcedPassword() {
  const { t } = useText()
  return (
    <ForcedPage title={t('password.forced')} text={t('password.forcedText')}>
      <PasswordForm old={typedPassword()} onDone={() => void reloadSession()} />
    </ForcedPage>
  )
}
