import type { FlowTrace, TraceNode } from '@sluice/contract'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime, useMoment } from '../../../lib/time/clock.ts'
import { spanText } from './span.ts'
import { StepMark } from './step-mark.tsx'

type Person = TraceNode['people'][number]

const SHORT = '{m}-{d} {h}:{i}'
const WAITING: readonly Person['status'][] = ['WAITING', 'PENDING']

function PersonLine({ person, isStart }: { person: Person; isStart: boolean }) {
  const { t } = useText()
  const { name, forName, status, auto, finishTime, comment } = person
  const isAsked = status === 'PENDING'
  return (
    <li className={isAsked ? 'trace-person asked' : 'trace-person'}>
      <span>
        <b>{name}</b>
        {forName !== null && <small> {t('request.inPlaceOf', { name: forName })}</small>}
        {!isStart && !WAITING.includes(status) && <span> {byName(`enum.flowTaskStatus.${status}`)}</span>}
        {auto && <small> {t('request.auto')}</small>}
      </span>
      {!isStart && finishTime !== null && <small className="num">{showTime(finishTime, SHORT)}</small>}
      {comment !== null && <q>{comment}</q>}
    </li>
  )
}

/** Since when it waits, and until when it may. */
function Waiting({ node: { people, dueTime } }: { node: TraceNode }) {
  const { t } = useText()
  const arrived = people.flatMap(({ arriveTime, status }) => (status === 'PENDING' && arriveTime ? [arriveTime] : []))
  const since = arrived.length === 0 ? null : Math.min(...arrived.map((time) => Date.parse(time)))
  const waited = useMoment((now) => (since === null ? null : spanText(now - since)))
  const isLate = useMoment((now) => dueTime !== null && now > Date.parse(dueTime))
  return (
    <>
      {waited !== null && <small>{t('request.waited', { span: waited })}</small>}
      {dueTime !== null && (
        <small className={isLate ? 'trace-late' : ''}>{t('request.until', { time: showTime(dueTime, SHORT) })}</small>
      )}
    </>
  )
}

function Step({ node, starterName }: { node: TraceNode; starterName: string }) {
  const { t } = useText()
  const { kind, state, name, branchName, nobody, people, time } = node
  const hasNobody = kind === 'START' && people.length === 0
  return (
    <li className={`trace-step ${state}`} aria-current={state === 'CURRENT' ? 'step' : undefined}>
      <StepMark kind={kind} state={state} />
      <div>
        <p className="trace-step-name">
          <b>{name}</b>
          <span className="sr-only">{t(`request.state.${state}`)}</span>
          {time !== null && <small className="num">{showTime(time, SHORT)}</small>}
        </p>
        {branchName !== null && <p className="t3">{branchName}</p>}
        {hasNobody && <p>{starterName}</p>}
        {nobody !== null && <p className="t3">{t(`request.nobody.${nobody}`)}</p>}
        {people.length > 0 && (
          <ul>
            {people.map((person) => (
              <PersonLine key={person.taskNo} person={person} isStart={kind === 'START'} />
            ))}
          </ul>
        )}
        {state === 'CURRENT' && <Waiting node={node} />}
      </div>
    </li>
  )
}

/** How far a request is, step by step: taken solid, now with a dashed ring, ahead thin and dashed (OF-7). */
export function Way({ trace: { nodes, starterName } }: { trace: Pick<FlowTrace, 'nodes' | 'starterName'> }) {
  const { t } = useText()
  return (
    <ol className="trace-way" aria-label={t('request.way')}>
      {nodes
        .filter(({ state }) => state !== 'SKIPPED')
        .map((node) => (
          <Step key={node.id} node={node} starterName={starterName} />
        ))}
    </ol>
  )
}
