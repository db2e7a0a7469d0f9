import type { InsertedRow } from '../../../lib/api/resource-calls.ts'
import { useText } from '../../../lib/text/text.ts'
import { Secret } from '../../../parts/secret.tsx'

/** The password that the server made for a new user: shown once, to be changed at the first sign-in. */
export function FirstPassword({ answer: { oneTimePassword } }: { answer: InsertedRow }) {
  const { t } = useText()
  if (oneTimePassword === undefined) return null
  return (
    <>
      <p className="hint">{t('user.firstPassword')}</p>
      <Secret text={oneTimePassword} label={t('user.oneTimePassword')} />
    </>
  )
}
