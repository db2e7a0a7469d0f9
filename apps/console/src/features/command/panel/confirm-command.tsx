import type { OutputOf } from '@sluice/contract'
import { previewCommand } from '@sluice/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { showAge, useNow } from '../../../lib/time/clock.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'

type Preview = OutputOf<typeof previewCommand>

export interface ConfirmAsk {
  deviceId: string
  code: string
  /** For example `东干渠-12#阀`, `42 %`, `0 %`, and the approximate duration. */
  name: string
  from: string
  to: string
  takesS: number | null
  /** The verb on the button: 确认全关. */
  verb: string
}

interface ConfirmProps {
  asked: ConfirmAsk
  onConfirm: (how: { confirmed?: true; reason?: string }) => void
  /** Sends a command that fetches missing information, e.g. READ. */
  onAskWith: (code: string) => void
  onClose: () => void
}

/** The other valves of the station, whose states its one frame repeats. */
function Repeats({ preview }: { preview: Preview }) {
  const now = useNow(10_000)
  if (preview.repeats.length === 0) return null
  return (
    <div className="confirm-repeats">
      <p>{t('confirm.repeats', { age: showAge(preview.reportedTime, now) })}</p>
      <ul>
        {preview.repeats.map(({ channel, name, state }) => (
          <li key={channel}>
            <span>{name ?? t('confirm.unnamed', { n: channel })}</span>
            <b>{byName(`enum.valveState.${state}`)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Refused({ preview, onAskWith }: { preview: Preview; onAskWith: (code: string) => void }) {
  if (!preview.refused) return null
  const { error, askWith } = preview.refused
  return (
    <p className="confirm-refused" role="alert">
      {byName(`error.${error}`)}
      {askWith && (
        <button type="button" className="link" onClick={() => onAskWith(askWith)}>
          {byName(`command.${askWith}`, askWith)}
        </button>
      )}
    </p>
  )
}

function takesWords(code: string, n: number): string {
  if (code === 'OPEN') return t('confirm.takes.OPEN', { n })
  return code === 'CLOSE' ? t('confirm.takes.CLOSE', { n }) : t('confirm.takes', { n })
}

/** Names device, from, to and consequence; the focus starts on 取消 (docs/spec/look.md#3). */
export function ConfirmCommand({ asked, onConfirm, onAskWith, onClose }: ConfirmProps) {
  useText()
  const cancel = useRef<HTMLButtonElement>(null)
  const opener = useRef(document.activeElement)
  const [reason, setReason] = useState('')
  const preview = useAnswer(previewCommand, { deviceId: asked.deviceId, code: asked.code }, { fresh: true })
  useEffect(() => {
    const before = opener.current
    cancel.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const known = preview.data
  const needsReason = known?.danger === 'DOUBLE'
  const seriousFaults = known?.refused?.error === 'needs-confirmation'
  const stands = known && (!known.refused || seriousFaults || known.refused.error === 'needs-reason')
  const ready = stands && (!needsReason || reason.trim() !== '')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <div
      className="confirm"
      role="dialog"
      aria-label={t('confirm.label', { verb: asked.verb })}
      data-testid="confirm-command"
      onKeyDown={onKeyDown}
    >
      <p className="confirm-what num">
        <b>{asked.name}</b>
        <span>{`${asked.from} → ${asked.to}`}</span>
        {asked.takesS !== null && asked.takesS > 0 && (
          <span className="t2">{takesWords(asked.code, asked.takesS)}</span>
        )}
      </p>
      {preview.isPending && <WaitBlocks rows={1} />}
      {preview.isError && (
        <p className="confirm-refused" role="alert">
          {preview.error.message}
          <button type="button" className="link" onClick={() => void preview.refetch()}>
            {t('action.retry')}
          </button>
        </p>
      )}
      {known && <Refused preview={known} onAskWith={onAskWith} />}
      {known && <Repeats preview={known} />}
      {needsReason && (
        <label className="confirm-reason">
          <span>{t('confirm.reason')}</span>
          <input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </label>
      )}
      <div className="confirm-buttons">
        <Button ref={cancel} onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          kind="command"
          data-testid="confirm-send"
          disabled={!ready}
          onClick={() =>
            onConfirm({
              ...(seriousFaults ? { confirmed: true as const } : {}),
              ...(needsReason ? { reason: reason.trim() } : {}),
            })
          }
        >
          {asked.verb}
        </Button>
      </div>
    </div>
  )
}
