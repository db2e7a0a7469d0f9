import { isUsableImage } from '@sluice/contract'
import { Input } from 'antd'
import { useRef } from 'react'
import { safeImage } from '../../lib/access/session.ts'
import { t, useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../../parts/button/button.tsx'
import { Logo } from '../../parts/icon/logo.tsx'
import { SafePicture } from '../../parts/safe-picture.tsx'
import { drawnSmall } from './small-picture.ts'

interface LogoFieldProps {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

/** An image that this browser scales down and that is stored with the site; or the address of one (SB-8). */
export function LogoField({ id, value, onChange }: LogoFieldProps) {
  useText()
  const file = useRef<HTMLInputElement>(null)
  const isData = value?.startsWith('data:') ?? false
  const wrong = Boolean(value) && !isUsableImage(value ?? '')
  const take = async (picked: File | undefined) => {
    if (!picked) return
    try {
      onChange?.(await drawnSmall(picked))
    } catch {
      toast('error', t('site.notPicture'))
    }
  }
  return (
    <div className="logo-field">
      <span className="site-logo large">
        <SafePicture address={safeImage(value ?? null)} className="site-logo-picture" fallback={<Logo size={34} />} />
      </span>
      <div className="logo-choice">
        <div className="logo-buttons">
          <Button onClick={() => file.current?.click()}>{t('site.choosePicture')}</Button>
          {value && (
            <button type="button" className="link" onClick={() => onChange?.(null)}>
              {t('site.noPicture')}
            </button>
          )}
        </div>
        {!isData && (
          <Input
            {...(id ? { id } : {})}
            value={value ?? ''}
            maxLength={500}
            placeholder={t('site.pictureAddress')}
            aria-label={t('site.pictureAddress')}
            {...(wrong ? { status: 'error' as const } : {})}
            onChange={(event) => onChange?.(event.target.value.trim() || null)}
          />
        )}
      </div>
      <input
        ref={file}
        className="logo-file"
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={t('site.choosePicture')}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
