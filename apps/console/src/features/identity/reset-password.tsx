import { resetPassword, type UserRow } from '@sluice/contract'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useText } from '../../lib/text.ts'
import { Secret } from '../../parts/secret.tsx'
import { SideDialog } from '../../parts/side-dialog.tsx'

/** AD-3: a random one-time password, shown once; closing forgets it. */
export function ResetPassword({ user, onClose }: { user: Pick<UserRow, 'id' | 'nickName'>; onClose: () => void }) {
  const { t } = useText()
  const [made, setMade] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { nickName: name } = user

  const reset = async () => {
    setBusy(true)
    try {
      setMade((await call(resetPassword, { id: user.id })).oneTimePassword)
    } catch {
      // Shown by the request layer.
    } finally {
      setBusy(false)
    }
  }

  if (made) {
    return (
      <SideDialog title={t('user.resetTitle', { name })} onClose={onClose}>
        <p className="hint">{t('user.resetDone', { name })}</p>
        <Secret text={made} label={t('user.oneTimePassword')} />
      </SideDialog>
    )
  }
  return (
    <SideDialog
      title={t('user.resetTitle', { name })}
      busy={busy}
      confirmLabel={t('user.resetConfirm')}
      onConfirm={() => void reset()}
      onClose={onClose}
    >
      <p className="hint">{t('user.resetText', { name })}</p>
    </SideDialog>
  )
}
