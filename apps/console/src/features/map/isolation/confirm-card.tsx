import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'

interface ConfirmCardProps {
  title: string
  /** Each valve with its opening from and to. */
  lines: readonly { id: string; name: string; change: string }[]
  hint: ReactNode
  verb: string
  /** So many that nobody confirms by habit: a reason must be typed. */
  needsReason?: boolean
  busy: boolean
  onConfirm: (reason: string | null) => void
  onClose: () => void
}

/** One confirm for all valves: what happens to each, and the verb repeats how many. The focus starts on 取消. */
export function ConfirmCard({ title, lines, hint, verb, needsReason = false, busy, ...on }: ConfirmCardProps) {
  const { t } = useText()
  const cancel = useRef<HTMLButtonElement>(null)
  const [reason, setReason] = useState('')
  useEffect(() => cancel.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    on.onClose()
  }
  return (
    <div
      className="isolation-confirm"
      role="dialog"
      aria-label={title}
      data-testid="isolation-confirm"
      onKeyDown={onKeyDown}
    >
      <b>{title}</b>
      <ul className="num">
        {lines.map(({ id, name, change }) => (
          <li key={id}>
            <span className="clip">{name}</span>
            <span>{change}</span>
          </li>
        ))}
      </ul>
      <p className="t2">{hint}</p>
      {needsReason && (
        <label className="isolation-reason">
          {t('isolation.reason')}
          <input value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
        </label>
      )}
      <div className="isolation-row">
        <span className="grow" />
        <Button ref={cancel} onClick={on.onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          kind="command"
          data-testid="isolation-send"
          busy={busy}
          disabled={needsReason && reason.trim() === ''}
          onClick={() => on.onConfirm(needsReason ? reason.trim() : null)}
        >
          {verb}
        </Button>
      </div>
    </div>
  )
}
