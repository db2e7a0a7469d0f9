import { decideTasks, type WaitingTask } from '@sluice/contract'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { hold } from './held.ts'
import { BATCH_MOST } from './inbox.rules.ts'
import { useKeys } from './use-keys.ts'

const WORDS_MOST = 1000

interface BatchBarProps {
  tasks: readonly WaitingTask[]
  because: string | null
  onDone: () => void
}

/** Decides up to twenty with one comment; it is held like a single one. */
export function BatchBar({ tasks, because, onDone }: BatchBarProps) {
  const { t } = useText()
  const field = useRef<TextAreaRef>(null)
  const [comment, setComment] = useState('')
  const [isRejecting, setRejecting] = useState(false)
  const words = comment.trim()
  const isTooMany = tasks.length > BATCH_MOST
  const mayDecide = because === null && !isTooMany && tasks.length > 0

  const decide = (approve: boolean) => {
    if (!approve && words === '') {
      setRejecting(true)
      field.current?.focus()
      return
    }
    const input = {
      tasks: tasks.map(({ taskId, version }) => ({ taskId, version })),
      approve,
      ...(words && { comment: words }),
    }
    hold({ tasks, approve, send: async (how) => (await call(decideTasks, input, how)).refused })
    onDone()
  }
  useKeys({
    a: mayDecide ? () => decide(true) : null,
    r: mayDecide ? () => (setRejecting(true), field.current?.focus()) : null,
  })
  const why = because ?? (isTooMany ? t('approval.tooMany', { n: BATCH_MOST }) : null)
  return (
    <div className="batch-bar" role="group" aria-label={t('approval.batch')}>
      <div className="row between">
        <b>{t('approval.chosen', { n: tasks.length })}</b>
        <button type="button" className="link" onClick={onDone}>
          {t('action.cancel')}
        </button>
      </div>
      {why !== null && <p role="status">{why}</p>}
      <Input.TextArea
        ref={field}
        aria-label={t('approval.comment')}
        {...(isRejecting && words === '' ? { status: 'error' as const } : {})}
        placeholder={t(isRejecting ? 'approval.reason' : 'approval.commentForAll')}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={WORDS_MOST}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayDecide) return
          event.preventDefault()
          decide(!isRejecting)
        }}
      />
      <div className="decision-buttons">
        <Button disabled={!mayDecide} onClick={() => decide(false)}>
          {t('approval.reject')}
        </Button>
        <Button kind="command" disabled={!mayDecide} onClick={() => decide(true)}>
          {t('approval.approve')}
        </Button>
      </div>
    </div>
  )
}
