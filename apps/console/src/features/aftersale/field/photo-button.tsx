import { useRef, useState } from 'react'
import { shrunkPhoto } from '../../../lib/kept/shrunk-photo.ts'
import { toast } from '../../../lib/page/toast.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'

interface PhotoButtonProps {
  /** What the photo is of, where the words on the button do not say it. */
  label?: string
  children: string
  /** The photo as it is sent, in base64, and the file it was made of. */
  onPhoto: (content: string, file: File) => unknown
}

/** Takes a photo with the camera of the phone, or chooses a picture elsewhere; says so where it can be read by nothing. */
export function PhotoButton({ label, children, onPhoto }: PhotoButtonProps) {
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File) => {
    setBusy(true)
    try {
      const { content } = await shrunkPhoto(file)
      await onPhoto(content, file)
    } catch {
      toast('error', t('commission.noPhoto'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button aria-label={label} busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={label ?? children}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void take(file)
        }}
      />
    </>
  )
}
