import {
  addSigners,
  approveTask,
  delegateTask,
  type FlowTrace,
  returnTask,
  transferTask,
  type WaitingTask,
} from '@sluice/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { OptionSelect } from '../form/option-select.tsx'
import { useTaskCall } from './task-calls.ts'

export type Hand = 'transfer' | 'delegate' | 'sign' | 'return'

const WORDS_MOST = 1000

interface HandFormProps {
  hand: Hand
  task: WaitingTask
  mine: NonNullable<FlowTrace['mine']>
  /** What was typed beside the buttons already. */
  comment: string
  onClose: () => void
}

/** Gives a task to somebody else, asks others first or behind, or sends the request back to a step. */
export function HandForm({ hand, task, mine, comment, onClose }: HandFormProps) {
  const { t } = useText()
  const { busy, send } = useTaskCall(task)
  const [people, setPeople] = useState<string[]>([])
  const [step, setStep] = useState<string | null>(mine.returnTo.length === 1 ? mine.returnTo[0]!.step : null)
  const [place, setPlace] = useState<'before' | 'after'>('before')
  const [words, setWords] = useState(comment)
  const said = words.trim()
  const needsWords = hand === 'return'
  const isReady = (hand === 'return' ? step !== null : people.length > 0) && (!needsWords || said !== '')

  const apply = async () => {
    const { taskId, version } = mine
    const about = { taskId, version, ...(said && { comment: said }) }
    const [userId = ''] = people
    const done = t(`approval.done.${hand}`)
    const isDone =
      hand === 'transfer'
        ? await send(transferTask, { ...about, userId }, done)
        : hand === 'delegate'
          ? await send(delegateTask, { ...about, userId }, done)
          : hand === 'return'
            ? await send(returnTask, { taskId, version, step: step!, comment: said }, done)
            : place === 'before'
              ? await send(addSigners, { ...about, userIds: people }, done)
              : await send(approveTask, { ...about, after: people }, done)
    if (isDone) onClose()
  }
  return (
    <SideDialog
      title={t(`approval.${hand}`)}
      busy={busy}
      ready={isReady}
      confirmLabel={t(`approval.${hand}`)}
      onConfirm={() => void apply()}
      onClose={onClose}
    >
      <p>
        <b>{task.title}</b> <span className="t3">{task.stepName}</span>
      </p>
      <Form layout="vertical" requiredMark={requiredMark}>
        {hand === 'sign' && (
          <Form.Item label={t('approval.signWhere')} extra={t(`approval.signHint.${place}`)}>
            <span className="segments">
              <Segment on={place === 'before'} onClick={() => setPlace('before')}>
                {t('approval.signBefore')}
              </Segment>
              <Segment on={place === 'after'} onClick={() => setPlace('after')}>
                {t('approval.signAfter')}
              </Segment>
            </span>
          </Form.Item>
        )}
        {hand === 'return' ? (
          <Form.Item label={t('approval.returnTo')} required>
            <Select<string>
              aria-label={t('approval.returnTo')}
              value={step}
              onChange={setStep}
              options={mine.returnTo.map((one) => ({ value: one.step, label: one.name }))}
              style={{ width: '100%' }}
            />
          </Form.Item>
        ) : (
          <Form.Item label={t('approval.person')} required extra={t(`approval.hint.${hand}`)}>
            <OptionSelect
              flowType="user"
              aria-label={t('approval.person')}
              single={hand !== 'sign'}
              value={people}
              onChange={setPeople}
            />
          </Form.Item>
        )}
        <Form.Item label={t('approval.comment')} required={needsWords}>
          <Input.TextArea
            aria-label={t('approval.comment')}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={WORDS_MOST}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}
