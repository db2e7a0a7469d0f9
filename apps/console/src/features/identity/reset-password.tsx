import { resetPassword, type UserRow } from '@sluice/contract'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { useText } from '../../lib/text/text.ts'
import { Secret } from '../../parts/secret.tsx'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'

/** AD-3: a random one-time password, shown once; closing drops it. */
export function ResetPassword({ user, onClose }: { user: Pick<UserRow, 'id' | 'nickName'>; onClose: () => void }) {
  const { t } = useText()
  const [made, setMade] = useState<string | null>(null)
  const { busy, mutate } = useMutation()
  const { id, nickName: name } = user
  const reset = () => mutate(async () => setMade((await call(resetPassword, { id })).oneTimePassword))
  const asking = { busy, confirmLabel: t('user.resetConfirm'), onConfirm: () => void reset() }
  return (
    <SideDialog title={t('user.resetTitle', { name })} onClose={onClose} {...(made ? {} : asking)}>
      <p className="hint">{t(made ? 'user.resetDone' : 'user.resetText', { name })}</p>
      {made && <Secret text={made} label={t('user.oneTimePassword')} />}
    </SideDialog>
  )
}
