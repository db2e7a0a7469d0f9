import {
  approveTask,
  claimTask,
  type FlowTrace,
  type FormValues,
  giveBackTask,
  readTask,
  rejectTask,
  unclaimTask,
  type WaitingTask,
} from '@sluice/contract'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { usePhone } from '../../../lib/page/width.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { MenuButton } from '../../../parts/overlay/menu-button.tsx'
import type { MenuItem } from '../../../parts/overlay/popup-menu.tsx'
import { HandForm, type Hand } from './hand-form.tsx'
import { hold } from './held.ts'
import { canDecide } from './inbox.rules.ts'
import { useTaskCall } from './task-calls.ts'
import { useKeys } from './use-keys.ts'

type Mine = NonNullable<FlowTrace['mine']>

const WORDS_MOST = 1000

export interface DecisionProps {
  task: WaitingTask
  mine: Mine
  /** Why nothing can be decided now; null where it can. */
  because: string | null
  /** What was filled in of the form; null where something is wrong with it, which the form then says. */
  filledIn: () => FormValues | null | undefined
  /** The keys belong to a batch. */
  keysOff: boolean
  onDecided: () => void
}

/** What can be done about one that was given to the caller to prepare, or that is only read. */
function OtherDecision({ task, mine, because, words, onDecided }: DecisionProps & { words: string }) {
  const { t } = useText()
  const { busy, send } = useTaskCall(task)
  const { taskId, version } = mine
  const isCopy = task.kind === 'COPY'
  const act = async () => {
    const isDone = isCopy
      ? await send(readTask, { taskId, version }, t('approval.done.read'))
      : await send(giveBackTask, { taskId, version, comment: words }, t('approval.done.giveBack'))
    if (isDone) onDecided()
  }
  return (
    <Button
      kind="command"
      busy={busy}
      disabled={because !== null || (!isCopy && words === '')}
      title={!isCopy && words === '' ? t('approval.giveBackHint') : undefined}
      onClick={() => void act()}
    >
      {t(isCopy ? 'approval.read' : 'approval.giveBack')}
    </Button>
  )
}

/** A task of several people: taken for oneself, or put back. */
function useClaim({ task, mine, because }: DecisionProps): MenuItem[] {
  const { t } = useText()
  const { busy, send } = useTaskCall(task)
  const { taskId, version, canClaim, claimed } = mine
  const item = (key: 'claim' | 'unclaim'): MenuItem => ({
    key,
    label: t(`approval.${key}`),
    because,
    disabled: busy,
    onSelect: () =>
      void send(key === 'claim' ? claimTask : unclaimTask, { taskId, version }, t(`approval.done.${key}`)),
  })
  return [...(canClaim ? [item('claim')] : []), ...(claimed ? [item('unclaim')] : [])]
}

/** The decision about an open task: a comment, approve (A), reject (R), and whom else to ask (T, G, B). */
export function DecisionBar(props: DecisionProps) {
  const { task, mine, because, filledIn, keysOff, onDecided } = props
  const { t } = useText()
  const isPhone = usePhone()
  const field = useRef<TextAreaRef>(null)
  const [comment, setComment] = useState('')
  const [isRejecting, setRejecting] = useState(false)
  const [hand, setHand] = useState<Hand | null>(null)
  const claims = useClaim(props)
  const words = comment.trim()
  const { taskId, version } = mine
  const isOwn = canDecide(task) && !mine.delegated
  const mayDecide = isOwn && because === null

  const approve = () => {
    const values = filledIn()
    if (values === null) return
    const input = { taskId, version, ...(words && { comment: words }), ...(values && { values }) }
    hold({ tasks: [task], approve: true, send: (how) => call(approveTask, input, how).then(() => []) })
    onDecided()
  }
  const reject = () => {
    if (words === '') {
      setRejecting(true)
      field.current?.focus()
      return
    }
    const input = { taskId, version, comment: words }
    hold({ tasks: [task], approve: false, send: (how) => call(rejectTask, input, how).then(() => []) })
    onDecided()
  }
  const begin = (which: Hand) => (mayDecide ? () => setHand(which) : null)
  const canReturn = mine.returnTo.length > 0
  useKeys(
    keysOff
      ? {}
      : {
          a: mayDecide ? approve : null,
          r: mayDecide ? () => (setRejecting(true), field.current?.focus()) : null,
          t: begin('transfer'),
          g: begin('sign'),
          b: canReturn ? begin('return') : null,
        },
  )
  const hands: readonly Hand[] = isOwn
    ? ['transfer', 'sign', ...(canReturn ? (['return'] as const) : []), 'delegate']
    : []
  const items = hands.map((which) => ({
    key: which,
    label: t(`approval.${which}`),
    because,
    onSelect: () => setHand(which),
  }))
  const beside = isPhone ? [] : items.slice(0, -1)
  const more = [...items.slice(beside.length), ...claims]
  return (
    <div className="decision-bar" role="group" aria-label={t('approval.decision')}>
      {because !== null && (
        <p className="decision-why" role="status">
          {because}
        </p>
      )}
      {task.kind === 'APPROVE' && (
        <Input.TextArea
          ref={field}
          className="decision-words"
          aria-label={t('approval.comment')}
          aria-required={isRejecting}
          {...(isRejecting && words === '' ? { status: 'error' as const } : {})}
          placeholder={t(isRejecting ? 'approval.reason' : 'approval.commentHint')}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={WORDS_MOST}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          onBlur={() => words === '' && setRejecting(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayDecide) return
            event.preventDefault()
            if (isRejecting) reject()
            else approve()
          }}
        />
      )}
      <div className="decision-buttons">
        {beside.map(({ key, label, onSelect }) => (
          <Button key={key} className="decision-quiet" disabled={because !== null} onClick={onSelect}>
            {label}
          </Button>
        ))}
        {more.length > 0 && (
          <MenuButton label={t('list.more', { name: task.title })} items={more}>
            <Icon name="more" size={16} />
          </MenuButton>
        )}
        {isOwn ? (
          <>
            <Button disabled={!mayDecide} onClick={reject}>
              {t('approval.reject')}
              {!isPhone && <kbd aria-hidden="true">R</kbd>}
            </Button>
            <Button kind="command" disabled={!mayDecide} onClick={approve}>
              {t('approval.approve')}
              {!isPhone && <kbd aria-hidden="true">A</kbd>}
            </Button>
          </>
        ) : (
          (task.kind === 'COPY' || mine.delegated) && <OtherDecision {...props} words={words} />
        )}
      </div>
      {hand !== null && <HandForm hand={hand} task={task} mine={mine} comment={words} onClose={() => setHand(null)} />}
    </div>
  )
}
