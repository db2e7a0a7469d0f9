import { AVATAR_MAX_BYTES, removeAvatar, uploadAvatar } from '@sluice/contract'
import { type ChangeEvent, useRef, useState } from 'react'
import { call, LONG_CALL_MS } from '../../../lib/api/api.ts'
import { ask } from '../../../lib/page/ask.ts'
import { safeImage, useSession } from '../../../lib/access/session.ts'
import { useText } from '../../../lib/text/text.ts'
import { toast } from '../../../lib/page/toast.ts'
import { Button } from '../../../parts/button/button.tsx'
import { SafePicture } from '../../../parts/safe-picture.tsx'

/** The bytes as base64, without the prefix `data:…;base64,`. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error(file.name))
    reader.readAsDataURL(file)
  })
}

/** The header shows it at once (AD-8). */
function show(avatarPath: string | null): void {
  const { userInfo } = useSession.getState()
  useSession.setState({ avatar: safeImage(avatarPath), ...(userInfo ? { userInfo: { ...userInfo, avatarPath } } : {}) })
}

/** AD-8, SEC-19: one picture of at most 2 MB; the server encodes it anew. */
export function AvatarEditor({ name }: { name: string }) {
  const { t } = useText()
  const avatar = useSession((session) => session.avatar)
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<string | null>) => {
    setBusy(true)
    try {
      show(await work())
      toast('success', t('done.save'))
    } catch {
      // The request layer shows the failure.
    } finally {
      setBusy(false)
    }
  }
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Allows choosing the same file again after a failure.
    event.target.value = ''
    if (!file) return
    if (file.size > AVATAR_MAX_BYTES) return toast('error', t('avatar.tooLarge'))
    await attempt(async () => {
      const picture = await base64Of(file)
      return (await call(uploadAvatar, { picture }, { timeoutMs: LONG_CALL_MS })).avatarPath
    })
  }
  const remove = async () => {
    const sure = await ask({
      title: t('ask.title'),
      text: t('avatar.removeText'),
      confirm: t('avatar.remove'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!sure) return
    await attempt(async () => {
      await call(removeAvatar, {})
      return null
    })
  }

  return (
    <div className="profile-picture">
      <SafePicture
        address={avatar}
        className="avatar"
        fallback={
          <span className="avatar" aria-hidden="true">
            {name.slice(0, 1)}
          </span>
        }
      />
      <input
        ref={picker}
        type="file"
        className="sr-only"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('avatar.choose')}
        data-testid="avatar-file"
        onChange={(event) => void choose(event)}
      />
      <Button busy={busy} onClick={() => picker.current?.click()}>
        {t(busy ? 'state.saving' : 'avatar.choose')}
      </Button>
      {avatar && (
        <button type="button" className="link" disabled={busy} onClick={() => void remove()}>
          {t('avatar.remove')}
        </button>
      )}
      <small className="hint">{t('avatar.hint')}</small>
    </div>
  )
}
