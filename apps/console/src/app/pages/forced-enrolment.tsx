import { EnrolSteps } from '../../features/identity/account/enrol-steps.tsx'
import { useText } from '../../lib/text/text.ts'
import { reloadSession } from '../session/session-flow.ts'
import { ForcedPage } from './forced-page.tsx'

/** Shown when a role or department requires a second factor: nothing else opens before it is set up. */
export default function ForcedEnrolment() {
  const { t } = useText()
  return (
    <ForcedPage title={t('totp.forced')} text={t('totp.forcedText')}>
      <EnrolSteps onDone={() => void reloadSession()} />
    </ForcedPage>
  )
}
