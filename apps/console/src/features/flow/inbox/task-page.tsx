import {
  FIELD_RIGHTS,
  type FlowTrace,
  formProblems,
  type FormValues,
  traceFlow,
  type WaitingTask,
} from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { FlowForm } from '../form/flow-form.tsx'
import { FlowPicture } from '../instance/flow-picture.tsx'
import { FlowComments, FlowHistory } from '../instance/flow-story.tsx'
import { InstancePaper } from '../instance/instance-paper.tsx'
import { RequestForm } from '../instance/request-form.tsx'
import { Way } from '../instance/way.tsx'
import { DecisionBar } from './decision-bar.tsx'
import '../instance/instance.css'

interface TaskPageProps {
  task: WaitingTask
  /** Its place in the list and the way to the ones beside it, or back to the list on a phone. */
  head: ReactNode
  because: string | null
  keysOff: boolean
  onDecided: () => void
}

/** The form at this step: what may be changed here can be, everything else is read. */
function useStepForm({ items, values: stored, mine }: FlowTrace) {
  const editable = mine?.editable ?? []
  const [values, setValues] = useState<FormValues>(stored)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const mayEdit = (formId: string) => editable.includes(formId)
  const rights = Object.fromEntries(
    items.map(({ formId, tag }) => {
      const isRead = tag === 'NOTE' || formId in stored
      return [formId, mayEdit(formId) ? FIELD_RIGHTS.edit : isRead ? FIELD_RIGHTS.read : FIELD_RIGHTS.hidden]
    }),
  )
  /** What was filled in; nothing where there is nothing to fill in, null where something is wrong. */
  const filledIn = (): FormValues | null | undefined => {
    if (editable.length === 0) return undefined
    const own = Object.fromEntries(Object.entries(values).filter(([formId]) => mayEdit(formId)))
    const found = formProblems(items, own, mayEdit)
    setProblems(found)
    return Object.keys(found).length > 0 ? null : own
  }
  return { editable, values, setValues, problems, rights, filledIn }
}

function Body({ trace, ...props }: TaskPageProps & { trace: FlowTrace }) {
  const { t } = useText()
  const [isPicture, setPicture] = useState(false)
  const form = useStepForm(trace)
  const { task } = props
  const mine = trace.mine?.taskId === task.taskId ? trace.mine : null
  return (
    <>
      <div className="task-body">
        <div className="task-form">
          {isPicture ? (
            <FlowPicture trace={trace} />
          ) : form.editable.length > 0 && mine ? (
            <FlowForm
              items={trace.items}
              values={form.values}
              names={trace.names}
              rights={form.rights}
              problems={form.problems}
              onChange={form.setValues}
            />
          ) : (
            <RequestForm trace={trace} />
          )}
        </div>
        <aside className="task-aside">
          <div className="row between">
            <h3 className="part-title">{t('request.way')}</h3>
            <button type="button" className="link" aria-pressed={isPicture} onClick={() => setPicture(!isPicture)}>
              {t(isPicture ? 'request.form' : 'request.picture')}
            </button>
          </div>
          <Way trace={trace} />
          <FlowComments trace={trace} />
          <details className="task-history">
            <summary>{t('request.history')}</summary>
            <FlowHistory log={trace.log} />
          </details>
        </aside>
      </div>
      <InstancePaper trace={trace} />
      {mine && <DecisionBar {...props} mine={mine} filledIn={form.filledIn} />}
    </>
  )
}

/** A task with its request: who asks for what, how far it is, and the decision below. */
export function TaskPage(props: TaskPageProps) {
  const { task, head } = props
  const { t } = useText()
  const query = useAnswer(traceFlow, { instanceId: task.instanceId })
  return (
    <article className="card task-page" aria-label={task.title}>
      <header className="task-title">
        <span className="task-face" aria-hidden="true">
          {task.starterName.slice(0, 1)}
        </span>
        <div className="grow">
          <h2>{task.title}</h2>
          <p className="t3">
            {task.starterName} · {query.data && <span className="num">{query.data.instNo} · </span>}
            {task.flowName} · {showTime(task.arriveTime, '{m}-{d} {h}:{i}')}
          </p>
        </div>
        {head}
        {query.data && <ToolButton icon="sheet" label={t('request.print')} onClick={() => window.print()} />}
      </header>
      <Fetched query={query} rows={8}>
        {(trace) => <Body key={trace.mine?.version ?? 0} {...props} trace={trace} />}
      </Fetched>
    </article>
  )
}
