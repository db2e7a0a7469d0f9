import {
  type FlowTrace,
  flowStartForm,
  formProblems,
  type FormValues,
  ownFlowResource,
  startFlow,
  type StartForm as StartFormOf,
  traceFlow,
} from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../../lib/access/session.ts'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { toast } from '../../../lib/page/toast.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { FlowForm } from '../form/flow-form.tsx'
import { OptionSelect } from '../form/option-select.tsx'
import { type Chosen, forgetDraft, keepDraft, keptDraft } from './start-draft.ts'
import { StartWay } from './start-way.tsx'

const OWN = '/leave/apply/me-apply'

interface ChoosingProps {
  choosing: StartFormOf['choosing']
  chosen: Chosen
  isMissing: boolean
  onChange: (chosen: Chosen) => void
}

/** Whom the starter asks, where the flow leaves it to them. */
function Choosing({ choosing, chosen, isMissing, onChange }: ChoosingProps) {
  const { t } = useText()
  const choose = (step: string, userIds: string[]) => {
    const { [step]: _before, ...others } = chosen
    onChange(userIds.length > 0 ? { ...others, [step]: userIds } : others)
  }
  return (
    <div className="start-choosing">
      {choosing.map(({ step, name, several, people }) => {
        const label = t('request.choose', { step: name })
        const value = chosen[step] ?? []
        const options = people?.map((one) => ({
          value: one.userId,
          label: one.deptName ? `${one.name} · ${one.deptName}` : one.name,
        }))
        return (
          <div key={step}>
            <div className="flow-label">
              <span>
                {label}
                <span className="required" aria-hidden="true">
                  *
                </span>
              </span>
            </div>
            {options === undefined ? (
              <OptionSelect
                flowType="user"
                aria-label={label}
                single={!several}
                value={value}
                onChange={(ids) => choose(step, ids)}
              />
            ) : several ? (
              <Select<string[]>
                mode="multiple"
                aria-label={label}
                options={options}
                value={value}
                onChange={(ids) => choose(step, ids)}
                style={{ width: '100%' }}
              />
            ) : (
              <Select<string>
                aria-label={label}
                options={options}
                value={value[0] ?? null}
                onChange={(id) => choose(step, [id])}
                style={{ width: '100%' }}
              />
            )}
            {isMissing && value.length === 0 && (
              <span className="flow-problem" role="alert">
                {t('reason.required')}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** The values of a request of before that still have a field here. */
function copied(form: StartFormOf, { values }: Pick<FlowTrace, 'values'>): FormValues {
  const known = form.items.filter(({ tag }) => tag !== 'NOTE').map(({ formId }) => formId)
  return Object.fromEntries(Object.entries(values).filter(([formId]) => known.includes(formId)))
}

interface FillProps {
  form: StartFormOf
  from: FlowTrace | null
  onBack: () => void
}

function useStarting({ form, from }: FillProps) {
  const { t } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const userId = useSession(({ userInfo }) => userInfo?.id ?? '')
  const { definitionId, versionNo, items, choosing } = form
  const [draft] = useState(() => (from ? null : keptDraft(userId, definitionId, versionNo)))
  const [values, setValues] = useState<FormValues>(() => draft?.values ?? (from ? copied(form, from) : {}))
  const [chosen, setChosen] = useState<Chosen>(draft?.chosen ?? {})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isTried, setTried] = useState(false)
  // Made once: however often it is sent, it is one request.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { busy, mutate } = useMutation(ownFlowResource.name)
  useEffect(() => {
    if (Object.keys(values).length > 0) keepDraft(userId, definitionId, { versionNo, values, chosen })
  }, [userId, definitionId, versionNo, values, chosen])

  const refused = (failure: CallFailure) => {
    setProblems(failure.fields)
    // Another version is in force: its form is another one.
    if (failure.reason === 'conflict') void client.invalidateQueries({ queryKey: answerKey(flowStartForm) })
  }
  const submit = async () => {
    const found = formProblems(items, values, () => true)
    setProblems(found)
    setTried(true)
    if (Object.keys(found).length > 0 || choosing.some(({ step }) => !chosen[step])) return
    const input = { definitionId, versionNo, values, chosen, idempotencyKey }
    const isSent = await mutate(
      async () => {
        const { instNo } = await call(startFlow, input)
        toast('success', t('request.sent', { no: instNo }))
      },
      { refused },
    )
    if (!isSent) return
    forgetDraft(userId, definitionId)
    await navigate(OWN)
  }
  return { values, setValues, chosen, setChosen, problems, isTried, busy, submit, isKept: draft !== null }
}

function Fill(props: FillProps) {
  const { form, onBack } = props
  const { t } = useText()
  const { values, setValues, chosen, setChosen, problems, isTried, busy, submit, isKept } = useStarting(props)
  return (
    <div className="start-halves">
      <section
        className="card start-form"
        aria-label={form.name}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
        }}
      >
        <header className="panel">
          <h2>{form.name}</h2>
          {form.remark !== null && <p className="t3">{form.remark}</p>}
          {isKept && <p className="t3">{t('request.draft')}</p>}
        </header>
        <div className="panel">
          <FlowForm items={form.items} values={values} problems={problems} onChange={setValues} />
          <Choosing choosing={form.choosing} chosen={chosen} isMissing={isTried} onChange={setChosen} />
        </div>
        <footer className="start-foot">
          <Button onClick={onBack}>{t('action.cancel')}</Button>
          <Button kind="theme" busy={busy} onClick={() => void submit()}>
            {t('request.submit')}
          </Button>
        </footer>
      </section>
      <StartWay definitionId={form.definitionId} values={values} chosen={chosen} />
    </div>
  )
}

interface StartFormProps {
  definitionId: string
  /** A request of before whose values it begins with. */
  fromId: string | null
  onBack: () => void
}

/** OF-9: the form of a flow, who would be asked, and the one button that sends it. */
export function StartForm({ definitionId, fromId, onBack }: StartFormProps) {
  const form = useAnswer(flowStartForm, { definitionId })
  const from = useAnswer(traceFlow, fromId === null ? null : { instanceId: fromId })
  return (
    <Fetched query={form} card rows={8}>
      {(answered) =>
        fromId !== null && from.data === undefined && !from.isError ? null : (
          <Fill
            key={`${answered.definitionId} ${answered.versionNo} ${fromId ?? ''}`}
            form={answered}
            from={from.data ?? null}
            onBack={onBack}
          />
        )
      }
    </Fetched>
  )
}
