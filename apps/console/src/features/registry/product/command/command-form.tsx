import type { CommandWithRequest, Language, ProductModel } from '@sluice/contract'
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { CheckBox } from '../../../../parts/control/check-box.tsx'
import { Select } from '../../../../parts/control/select.tsx'
import { SideDialog } from '../../../../parts/overlay/side-dialog.tsx'
import type { MetricLookup } from '../draft/model-words.ts'
import { CommandRequest, sendsRpc } from '../protocol/command-request.tsx'
import { FormField, type Refusals } from './form-field.tsx'
import { ParameterFields } from './parameter-fields.tsx'
import { ProofFields } from './proof-fields.tsx'
import { commandOf, newCommand, type TypedCommand, typedOf, typedProblems } from './typed-command.ts'
import './command-form.css'

export const DANGERS = ['NONE', 'CONFIRM', 'DOUBLE'] as const

interface Props {
  model: ProductModel
  /** Its place in the list of commands; past the end for a new one. */
  at: number
  /** What the form begins with; null: a new command. */
  begins: CommandWithRequest | null
  metricOf: MetricLookup
  /** The metrics that can prove it. */
  choices: readonly { value: string; label: string }[]
  onSave: (command: CommandWithRequest) => void
  onClose: () => void
}

/** What the template lacks is said while it is typed; everything else when its field was left, or at the end. */
const LIVE = new Set(['template'])

/** A command of a model: what people see of it, what it asks for, what is sent, and what proves it. */
export function CommandForm({ model, at, begins, metricOf, choices, onSave, onClose }: Props) {
  const { t } = useText()
  const isRpc = sendsRpc(model)
  const [typed, setTyped] = useState(() => (begins ? typedOf(begins, isRpc) : newCommand(isRpc)))
  const [left, setLeft] = useState<ReadonlySet<string>>(LIVE)
  const [tried, setTried] = useState(false)
  const set = (change: Partial<TypedCommand>) => setTyped((now) => ({ ...now, ...change }))
  const problems = typedProblems(typed, { model, at, metricOf })
  const refusals: Refusals = {
    reasonOf: (field) => (tried || left.has(field) ? problems[field] : undefined),
    onLeave: (field) => setLeft((now) => (now.has(field) ? now : new Set([...now, field]))),
  }
  const made = commandOf(typed, begins?.command, metricOf)
  // The name of a command that its protocol's map has is what the map knows it by.
  const isMapped = isRpc && typed.request === null
  return (
    <SideDialog
      title={t(begins && at < model.commands.length ? 'productEdit.commandTitle' : 'productEdit.ownCommand')}
      width={600}
      onConfirm={() => (Object.keys(problems).length === 0 ? onSave(made) : setTried(true))}
      onClose={onClose}
    >
      <Form layout="vertical" component="div" requiredMark={false} className="command-edit">
        <Naming {...{ typed, set, isMapped }} {...refusals} />
        {(isRpc || typed.params.length > 0) && (
          <ParameterFields params={typed.params} onChange={(params) => set({ params })} {...refusals} />
        )}
        {typed.request ? (
          <CommandRequest
            request={typed.request}
            params={made.command.params}
            onChange={(request) => set({ request })}
            {...refusals}
          />
        ) : (
          <p className="hint">{t(isMapped ? 'productEdit.requestOfMap' : 'productEdit.requestOfTable')}</p>
        )}
        <ProofFields {...{ typed, model, metricOf, choices }} onChange={set} {...refusals} />
      </Form>
    </SideDialog>
  )
}

interface NamingProps extends Refusals {
  typed: TypedCommand
  set: (change: Partial<TypedCommand>) => void
  isMapped: boolean
}

function Naming({ typed, set, isMapped, ...refusals }: NamingProps) {
  const { t, byName, language } = useText()
  const { code, zh, en, danger, absolute, ackTimeoutS, execTimeoutS, proof } = typed
  // A command of the platform has its name already; one that is typed takes its place.
  const known = (of: Language) => (of === language ? byName(`command.${code}`, '') : '')
  return (
    <section className="command-part" aria-label={t('detail.facts')}>
      <div className="form-grid two">
        <FormField field="code" label={t('productEdit.commandCode')} hint={t('productEdit.codeRule')} {...refusals}>
          <Input
            className="mono"
            aria-label={t('productEdit.commandCode')}
            value={code}
            disabled={isMapped}
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ code: event.target.value.toUpperCase().replaceAll(/[\s-]/g, '_') })}
          />
        </FormField>
        <FormField field="danger" label={t('productEdit.danger')} {...refusals}>
          <Select
            aria-label={t('productEdit.danger')}
            value={danger}
            options={DANGERS.map((value) => ({ value, label: t(`productEdit.danger.${value}`) }))}
            onChange={(next) => set({ danger: next })}
          />
        </FormField>
        <FormField field="zh" label={t('productEdit.nameZh')} {...refusals}>
          <Input
            aria-label={t('productEdit.nameZh')}
            placeholder={known('zh-CN')}
            value={zh}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => set({ zh: event.target.value })}
          />
        </FormField>
        <FormField field="en" label={t('productEdit.nameEn')} {...refusals}>
          <Input
            aria-label={t('productEdit.nameEn')}
            placeholder={known('en-US')}
            value={en}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => set({ en: event.target.value })}
          />
        </FormField>
        <FormField field="ackTimeoutS" label={t('productEdit.ackTimeout')} {...refusals}>
          <InputNumber
            aria-label={t('productEdit.ackTimeout')}
            value={ackTimeoutS}
            min={1}
            max={3_600}
            precision={0}
            placeholder={t('productEdit.usualTimeout')}
            onChange={(next) => set({ ackTimeoutS: next })}
          />
        </FormField>
        {proof !== 'ANSWER' && (
          <FormField field="execTimeoutS" label={t('productEdit.execTimeout')} {...refusals}>
            <InputNumber
              aria-label={t('productEdit.execTimeout')}
              value={execTimeoutS}
              min={1}
              max={172_800}
              precision={0}
              placeholder={t('productEdit.usualTimeout')}
              onChange={(next) => set({ execTimeoutS: next })}
            />
          </FormField>
        )}
      </div>
      <CheckBox checked={absolute} onChange={(next) => set({ absolute: next })}>
        {t('productEdit.absolute')} <small className="t3">{t('productEdit.absoluteHint')}</small>
      </CheckBox>
    </section>
  )
}
