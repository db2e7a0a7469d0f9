import { useState } from 'react'
import { useText } from '../lib/text/text.ts'
import { toast } from '../lib/page/toast.ts'
import { Icon } from './icon/icons.tsx'

/** Copies also without `navigator.clipboard`, which is absent on plain http. */
async function copy(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) {
    return clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'sr-only'
  // Inside the topmost dialog: elsewhere the browser refuses to select it.
  const host = document.activeElement?.closest('dialog, .ant-drawer-section') ?? document.body
  host.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useText()
  const [copied, setCopied] = useState(false)
  const onClick = async () => {
    const done = await copy(text)
    setCopied(done)
    if (!done) toast('warning', t('copy.failed'))
  }
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => void onClick()}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
    </button>
  )
}

/** A text to read once or to copy, e.g. a one-time password. */
export function Secret({ text, label }: { text: string; label: string }) {
  const { t } = useText()
  return (
    <div className="secret">
      <code aria-label={label}>{text}</code>
      <CopyButton text={text} label={t('copy.label', { name: label })} />
    </div>
  )
}
