import { Input, InputNumber } from 'antd'
import { byName, useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { ToolButton } from '../../../../parts/button/tool-button.tsx'
import { CheckBox } from '../../../../parts/control/check-box.tsx'
import { Select } from '../../../../parts/control/select.tsx'
import { replaced } from '../draft/model-draft.ts'
import { FormField, type Refusals } from './form-field.tsx'
import { newParameter, type ParameterKind, type TypedChoice, type TypedParameter } from './typed-command.ts'

const KINDS = ['integer', 'decimal', 'enum', 'boolean', 'text'] as const satisfies readonly ParameterKind[]

interface Props extends Refusals {
  params: readonly TypedParameter[]
  onChange: (params: readonly TypedParameter[]) => void
}

/** What somebody is asked for before a command is sent. */
export function ParameterFields({ params, onChange, ...refusals }: Props) {
  const { t } = useText()
  return (
    <section aria-label={t('productEdit.commandParams')} className="command-part">
      <div className="row between">
        <h3 className="part-title">{t('productEdit.commandParams')}</h3>
        <Button kind="link" icon="plus" onClick={() => onChange([...params, newParameter(params.length)])}>
          {t('productEdit.addParameter')}
        </Button>
      </div>
      {params.length === 0 && <p className="hint">{t('productEdit.noCommandParams')}</p>}
      {params.map((parameter, n) => (
        <ParameterField
          key={parameter.id}
          parameter={parameter}
          onChange={(next) => onChange(replaced(params, n, next))}
          {...refusals}
        />
      ))}
    </section>
  )
}

interface FieldProps extends Refusals {
  parameter: TypedParameter
  onChange: (parameter: TypedParameter | null) => void
}

function ParameterField({ parameter, onChange, ...refusals }: FieldProps) {
  const { t } = useText()
  const { id, name, zh, en, kind, required, length } = parameter
  const set = (change: Partial<TypedParameter>) => onChange({ ...parameter, ...change })
  const of = (part: string, label: string) => ({ field: `${id}.${part}`, label, ...refusals })
  return (
    <fieldset className="command-parameter">
      <legend className="sr-only">{t('productEdit.commandParam', { name })}</legend>
      <div className="form-grid two">
        <FormField {...of('name', t('productEdit.paramName'))}>
          <Input
            className="mono"
            aria-label={t('productEdit.paramName')}
            value={name}
            maxLength={32}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ name: event.target.value })}
          />
        </FormField>
        <FormField {...of('kind', t('product.pointKind'))}>
          <Select
            aria-label={t('product.pointKind')}
            value={kind}
            options={KINDS.map((value) => ({ value, label: byName(`productEdit.paramKind.${value}`) }))}
            onChange={(next) => set({ kind: next })}
          />
        </FormField>
        <FormField {...of('zh', t('productEdit.nameZh'))}>
          <Input
            aria-label={t('productEdit.nameZh')}
            value={zh}
            maxLength={40}
            onChange={(event) => set({ zh: event.target.value })}
          />
        </FormField>
        <FormField {...of('en', t('productEdit.nameEn'))}>
          <Input
            aria-label={t('productEdit.nameEn')}
            value={en}
            maxLength={60}
            onChange={(event) => set({ en: event.target.value })}
          />
        </FormField>
        {(kind === 'integer' || kind === 'decimal') && <NumberParts {...{ parameter, set, of }} />}
        {kind === 'text' && (
          <FormField {...of('length', t('productEdit.textLength'))}>
            <InputNumber
              aria-label={t('productEdit.textLength')}
              value={length}
              min={1}
              max={200}
              precision={0}
              placeholder="200"
              onChange={(next) => set({ length: next })}
            />
          </FormField>
        )}
      </div>
      {kind === 'enum' && <Choices {...{ parameter, set }} {...refusals} />}
      <div className="row between">
        <CheckBox checked={required} onChange={(next) => set({ required: next })}>
          {t('productEdit.paramRequired')}
        </CheckBox>
        <Button kind="link" icon="cross" onClick={() => onChange(null)}>
          {t('productEdit.remove', { name })}
        </Button>
      </div>
    </fieldset>
  )
}

interface NumberProps {
  parameter: TypedParameter
  set: (change: Partial<TypedParameter>) => void
  of: (part: string, label: string) => Refusals & { field: string; label: string }
}

function NumberParts({ parameter: { kind, unit, min, max, decimals }, set, of }: NumberProps) {
  const { t } = useText()
  return (
    <>
      <FormField {...of('min', t('productEdit.lowest'))}>
        <InputNumber aria-label={t('productEdit.lowest')} value={min} onChange={(next) => set({ min: next })} />
      </FormField>
      <FormField {...of('max', t('productEdit.highest'))}>
        <InputNumber aria-label={t('productEdit.highest')} value={max} onChange={(next) => set({ max: next })} />
      </FormField>
      <FormField {...of('unit', t('product.pointUnit'))}>
        <Input
          aria-label={t('product.pointUnit')}
          value={unit}
          maxLength={12}
          onChange={(event) => set({ unit: event.target.value })}
        />
      </FormField>
      {kind === 'decimal' && (
        <FormField {...of('decimals', t('productEdit.decimals'))}>
          <InputNumber
            aria-label={t('productEdit.decimals')}
            value={decimals}
            min={0}
            max={6}
            precision={0}
            onChange={(next) => set({ decimals: next ?? 0 })}
          />
        </FormField>
      )}
    </>
  )
}

interface ChoicesProps extends Refusals {
  parameter: TypedParameter
  set: (change: Partial<TypedParameter>) => void
}

/** What may be chosen: the word that is sent, and what people read. */
function Choices({ parameter: { id, choices }, set, ...refusals }: ChoicesProps) {
  const { t } = useText()
  const change = (n: number, choice: TypedChoice | null) => set({ choices: replaced(choices, n, choice) })
  const part = (n: number, key: keyof TypedChoice, label: string, max: number) => (
    <Input
      className={key === 'code' ? 'mono' : ''}
      aria-label={label}
      placeholder={label}
      value={choices[n]?.[key] ?? ''}
      maxLength={max}
      autoComplete="off"
      onChange={(event) => {
        const choice = choices[n]
        if (choice)
          change(n, { ...choice, [key]: key === 'code' ? event.target.value.toUpperCase() : event.target.value })
      }}
    />
  )
  return (
    <FormField field={`${id}.choices`} label={t('productEdit.choices')} {...refusals}>
      <ul className="command-choices">
        {choices.map((choice, n) => (
          <li key={n}>
            <FormField field={`${id}.choices.${n}`} label="" {...refusals}>
              <div className="command-choice">
                {part(n, 'code', t('productEdit.choiceCode'), 20)}
                {part(n, 'zh', t('productEdit.choiceZh'), 40)}
                {part(n, 'en', t('productEdit.choiceEn'), 60)}
                <ToolButton
                  icon="cross"
                  label={t('productEdit.remove', { name: choice.code || String(n + 1) })}
                  onClick={() => change(n, null)}
                />
              </div>
            </FormField>
          </li>
        ))}
      </ul>
      <Button kind="link" icon="plus" onClick={() => set({ choices: [...choices, { code: '', zh: '', en: '' }] })}>
        {t('productEdit.addChoice')}
      </Button>
    </FormField>
  )
}
