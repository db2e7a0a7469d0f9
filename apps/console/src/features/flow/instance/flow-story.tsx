import { commentFlow, type FlowTrace, traceFlow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { answerKey } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { OptionSelect } from '../form/option-select.tsx'
import { logSentence } from './log-sentence.ts'

/** What happened, in order. */
export function FlowHistory({ log }: Pick<FlowTrace, 'log'>) {
  const { t } = useText()
  return (
    <ol className="trace-log" aria-label={t('request.history')}>
      {log
        .filter(({ kind }) => kind !== 'COMMENTED')
        .map((line, n) => (
          <li key={n}>
            <time className="num t3" dateTime={line.time}>
              {showTime(line.time, '{m}-{d} {h}:{i}')}
            </time>
            <span>
              {logSentence(line)}
              {line.comment !== null && <q>{line.comment}</q>}
            </span>
          </li>
        ))}
    </ol>
  )
}

/** Something said to everybody in the request; those who are mentioned are told. */
function CommentForm({ instanceId }: { instanceId: string }) {
  const { t } = useText()
  const client = useQueryClient()
  const { busy, mutate } = useMutation()
  const [text, setText] = useState('')
  const [mentions, setMentions] = useState<string[]>([])
  const words = text.trim()
  const send = async () => {
    const input = { instanceId, text: words, ...(mentions.length > 0 && { mentions }) }
    if (!(await mutate(() => call(commentFlow, input)))) return
    setText('')
    setMentions([])
    await client.invalidateQueries({ queryKey: answerKey(traceFlow) })
  }
  return (
    <div className="trace-comment">
      <Input.TextArea
        aria-label={t('request.say')}
        placeholder={t('request.say')}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {words !== '' && (
        <>
          <OptionSelect
            flowType="user"
            aria-label={t('request.mention')}
            placeholder={t('request.mention')}
            value={mentions}
            onChange={setMentions}
          />
          <Button className="small" busy={busy} onClick={() => void send()}>
            {t('request.send')}
          </Button>
        </>
      )}
    </div>
  )
}

/** What people said about it. */
export function FlowComments({ trace: { instanceId, log } }: { trace: FlowTrace }) {
  const { t } = useText()
  const said = log.filter(({ kind }) => kind === 'COMMENTED')
  return (
    <section className="trace-comments" aria-label={t('request.comments')}>
      <h3 className="part-title">
        {t('request.comments')} {said.length > 0 && <span className="num t3">{said.length}</span>}
      </h3>
      {said.length > 0 && (
        <ul>
          {said.map((line, n) => (
            <li key={n}>
              <b>{line.byName ?? t('request.system')}</b>{' '}
              <small className="num t3">{showTime(line.time, '{m}-{d} {h}:{i}')}</small>
              <p>
                {line.toName !== null && <span className="trace-mention">@{line.toName} </span>}
                {line.comment}
              </p>
            </li>
          ))}
        </ul>
      )}
      <CommentForm instanceId={instanceId} />
    </section>
  )
}
