import { FORM_LIMITS, type FormColumn, type FormItem, type FormTag, placesOf } from '@sluice/contract'
import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { MoneyInput } from '../../../parts/form/measure-inputs.tsx'
import { useDesigner } from '../designer/designer.ts'
import { usesOf } from '../designer/field-use.ts'
import { PanelField } from '../designer/panel/panel-field.tsx'
import { RightChoice } from '../designer/panel/rights-fields.tsx'
import type { FormEdit } from './use-form-edit.ts'

interface SettingProps {
  item: FormItem
  edit: FormEdit
}

const CHOICES: readonly FormTag[] = ['RADIO', 'SELECT', 'CHECKBOX']
const COLUMN_TAGS = ['INPUT', 'NUMBER', 'AMOUNT', 'SELECT', 'DATE'] as const satisfies readonly FormColumn['tag'][]

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, FORM_LIMITS.options)

/** Options, one in each line; what is being typed stays as it is typed. */
function OptionLines({
  options,
  label,
  onChange,
}: {
  options: readonly string[]
  label: string
  onChange: (options: string[]) => void
}) {
  const [typed, setTyped] = useState(options.join('\n'))
  const shown = linesOf(typed).join('\n') === options.join('\n') ? typed : options.join('\n')
  return (
    <Input.TextArea
      aria-label={label}
      value={shown}
      autoSize={{ minRows: 3, maxRows: 12 }}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(linesOf(event.target.value).map((line) => line.slice(0, 60)))
      }}
    />
  )
}

/** The bounds of a number; of money in yuan. */
function Bounds({ item, edit }: SettingProps) {
  const { t } = useText()
  const end = (of: 'min' | 'max') => {
    const label = t(of === 'min' ? 'flow.min' : 'flow.max')
    const change = (value: number | null) => edit.set(item.formId, { [of]: value ?? undefined }, of)
    return (
      <PanelField name={label}>
        {item.tag === 'AMOUNT' ? (
          <MoneyInput value={item[of] ?? null} onChange={change} />
        ) : (
          <InputNumber<number> aria-label={label} controls={false} value={item[of] ?? null} onChange={change} />
        )}
      </PanelField>
    )
  }
  return (
    <div className="flow-two">
      {end('min')}
      {end('max')}
    </div>
  )
}

function ColumnLine({
  column,
  onChange,
  onRemove,
}: {
  column: FormColumn
  onChange: (column: FormColumn) => void
  onRemove: () => void
}) {
  const { t } = useText()
  const { tag, label, required = false, options = [] } = column
  return (
    <li className="flow-condition">
      <div className="row">
        <Input
          aria-label={t('flow.column.name')}
          value={label}
          maxLength={40}
          onChange={({ target }) => target.value.trim() !== '' && onChange({ ...column, label: target.value })}
        />
        <ToolButton icon="cross" label={t('flow.column.remove', { name: label })} onClick={onRemove} />
      </div>
      <div className="row between">
        <Select<FormColumn['tag']>
          aria-label={t('flow.column.kind')}
          value={tag}
          options={COLUMN_TAGS.map((value) => ({ value, label: t(`flow.tag.${value}`) }))}
          onChange={(next) => {
            const { options: _options, unit: _unit, ...rest } = column
            onChange({
              ...rest,
              tag: next,
              ...(next === 'SELECT' ? { options: [t('flow.field.option', { n: 1 })] } : {}),
            })
          }}
        />
        <CheckBox checked={required} onChange={(checked) => onChange({ ...column, required: checked })}>
          {t('flow.required')}
        </CheckBox>
      </div>
      {tag === 'SELECT' && (
        <OptionLines
          label={t('flow.fieldOptions')}
          options={options}
          onChange={(next) => onChange({ ...column, options: next })}
        />
      )}
      {tag === 'NUMBER' && (
        <Input
          aria-label={t('flow.unit')}
          placeholder={t('flow.unit')}
          value={column.unit ?? ''}
          maxLength={12}
          onChange={({ target }) => {
            const { unit: _unit, ...rest } = column
            onChange(target.value === '' ? rest : { ...rest, unit: target.value })
          }}
        />
      )}
    </li>
  )
}

function Columns({ item, edit }: SettingProps) {
  const { t } = useText()
  const columns = item.columns ?? []
  const set = (next: FormColumn[], about?: string) => edit.set(item.formId, { columns: next }, about)
  const add = () => {
    const taken = new Set(columns.map(({ formId }) => formId))
    const n = Array.from({ length: columns.length + 1 }, (_, at) => at + 1).find((at) => !taken.has(`c${at}`))!
    set([...columns, { formId: `c${n}`, tag: 'INPUT', label: t('flow.column.named', { n }) }])
  }
  return (
    <PanelField name={t('flow.columns')}>
      <ul>
        {columns.map((column, n) => (
          <ColumnLine
            key={column.formId}
            column={column}
            onChange={(next) => set(columns.with(n, next), `column${n}`)}
            onRemove={() => set(columns.toSpliced(n, 1))}
          />
        ))}
      </ul>
      {columns.length < FORM_LIMITS.columns && (
        <Button icon="plus" onClick={add}>
          {t('flow.column.add')}
        </Button>
      )}
    </PanelField>
  )
}

/** The settings that only some kinds have. */
function OwnSettings({ item, edit }: SettingProps) {
  const { t } = useText()
  const { formId, tag } = item
  return (
    <>
      {CHOICES.includes(tag) && (
        <PanelField name={t('flow.fieldOptions')}>
          <OptionLines
            key={formId}
            label={t('flow.fieldOptions')}
            options={item.options ?? []}
            onChange={(options) => edit.set(formId, { options }, 'options')}
          />
        </PanelField>
      )}
      {tag === 'NUMBER' && (
        <PanelField name={t('flow.unit')}>
          <Input
            aria-label={t('flow.unit')}
            value={item.unit ?? ''}
            maxLength={12}
            onChange={({ target }) =>
              edit.set(formId, { unit: target.value === '' ? undefined : target.value }, 'unit')
            }
          />
        </PanelField>
      )}
      {(tag === 'NUMBER' || tag === 'AMOUNT') && <Bounds item={item} edit={edit} />}
      {tag === 'NOTE' && (
        <PanelField name={t('flow.noteText')}>
          <Input.TextArea
            aria-label={t('flow.noteText')}
            value={item.text ?? ''}
            maxLength={FORM_LIMITS.text}
            autoSize={{ minRows: 4, maxRows: 12 }}
            onChange={({ target }) => edit.set(formId, { text: target.value }, 'text')}
          />
        </PanelField>
      )}
      {tag === 'TABLE' && <Columns item={item} edit={edit} />}
    </>
  )
}

/** What may be done with the field at the start and at each approval (WD-11). */
function RightsOfField({ item }: { item: FormItem }) {
  const { t } = useText()
  const { model } = useDesigner()
  const { process } = model
  const steps = [...placesOf(process.steps)].flatMap(({ step }) => (step.kind === 'APPROVAL' ? [step] : []))
  const { formId } = item
  return (
    <ul className="flow-rights">
      <li>
        <span className="clip">{t('flow.start')}</span>
        <RightChoice step={null} formId={formId} label={t('flow.start')} right={process.start.rights[formId] ?? 2} />
      </li>
      {steps.map(({ id, name, rights }) => (
        <li key={id}>
          <span className="clip">{name}</span>
          <RightChoice step={id} formId={formId} label={name} right={rights[formId] ?? 1} />
        </li>
      ))}
    </ul>
  )
}

/** The settings of the chosen field, where it is in use, and what may be done with it where. */
export function FieldPanel({ item, edit }: SettingProps) {
  const { t } = useText()
  const { model } = useDesigner()
  const { formId, tag, label, required = false } = item
  const uses = usesOf(model, formId)
  return (
    <aside className="form-panel" aria-label={label}>
      <h2 className="clip">{label}</h2>
      <small className="t3">
        {t(`flow.tag.${tag}`)} · <span className="mono">{formId}</span>
      </small>
      <div className="flow-settings">
        <PanelField name={t('flow.label')}>
          <Input
            aria-label={t('flow.label')}
            value={label}
            maxLength={40}
            onChange={({ target }) => target.value.trim() !== '' && edit.set(formId, { label: target.value }, 'label')}
          />
        </PanelField>
        {tag !== 'NOTE' && (
          <CheckBox checked={required} onChange={(checked) => edit.set(formId, { required: checked })}>
            {t('flow.required')}
          </CheckBox>
        )}
        <OwnSettings item={item} edit={edit} />
        {uses.length > 0 && (
          <>
            <h3 className="part-title">{t('flow.field.where')}</h3>
            <ul className="event-rows">
              {uses.map(({ node, name }) => (
                <li key={node}>{name}</li>
              ))}
            </ul>
          </>
        )}
        {tag !== 'NOTE' && (
          <>
            <h3 className="part-title">{t('flow.rightsOfSteps')}</h3>
            <RightsOfField item={item} />
          </>
        )}
      </div>
    </aside>
  )
}
