import type { ProductModel } from '@sluice/contract'
import { Input, InputNumber } from 'antd'
import { inLanguage } from '@sluice/contract'
import { useText } from '../../../../lib/text/text.ts'
import { Select } from '../../../../parts/control/select.tsx'
import { valueChoices } from '../../../../domain/metric/metric-values.ts'
import type { MetricLookup } from '../draft/model-words.ts'
import { FormField, type Refusals } from './form-field.tsx'
import { type Proof, PROOFS, type TypedCommand } from './typed-command.ts'

interface Props extends Refusals {
  typed: TypedCommand
  model: ProductModel
  metricOf: MetricLookup
  choices: readonly { value: string; label: string }[]
  onChange: (change: Partial<TypedCommand>) => void
}

/** Proofs that are of a valve's opening; offered where there is one. */
const OF_OPENING: readonly Proof[] = ['REST', 'AT', 'OPENING']

/** What has to be reported before a command counts as done. */
export function ProofFields({ typed, model, metricOf, choices, onChange, ...refusals }: Props) {
  const { t } = useText()
  const { proof, metric, param, tolerance, subject, at } = typed
  const hasOpening = model.points.includes('opening') || OF_OPENING.includes(proof)
  const offered = PROOFS.filter((one) => hasOpening || !OF_OPENING.includes(one))
  const isMetric = proof === 'EQUALS' || proof === 'NEAR'
  const params = typed.params.map(({ name }) => ({ value: name, label: name }))
  return (
    <section aria-label={t('productEdit.proof')} className="command-part">
      <h3 className="part-title">{t('productEdit.proof')}</h3>
      <div className="form-grid two">
        <FormField field="proof" label={t('productEdit.proofKind')} {...refusals} wide={!isMetric}>
          <Select
            aria-label={t('productEdit.proofKind')}
            value={proof}
            options={offered.map((value) => ({ value, label: t(`productEdit.proof.${value}`) }))}
            onChange={(next) => onChange({ proof: next })}
          />
        </FormField>
        {isMetric && (
          <FormField field="metric" label={t('productEdit.provedBy')} {...refusals}>
            <Select
              aria-label={t('productEdit.provedBy')}
              value={metric || undefined}
              options={[...choices]}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(next) => onChange({ metric: String(next), value: '' })}
            />
          </FormField>
        )}
        {proof === 'EQUALS' && (
          <FormField field="value" label={t('productEdit.provedValue')} {...refusals}>
            <ReportedValue typed={typed} metricOf={metricOf} onChange={onChange} />
          </FormField>
        )}
        {(proof === 'NEAR' || proof === 'OPENING') && (
          <FormField field="param" label={t('productEdit.provedParam')} {...refusals}>
            <Select
              aria-label={t('productEdit.provedParam')}
              value={param || undefined}
              options={params}
              onChange={(next) => onChange({ param: String(next) })}
            />
          </FormField>
        )}
        {proof === 'NEAR' && (
          <FormField field="tolerance" label={t('productEdit.tolerance')} {...refusals}>
            <InputNumber
              aria-label={t('productEdit.tolerance')}
              value={tolerance}
              min={0}
              placeholder="0"
              onChange={(next) => onChange({ tolerance: next })}
            />
          </FormField>
        )}
        {proof === 'AT' && (
          <FormField field="at" label={t('productEdit.provedAt')} {...refusals}>
            <InputNumber
              aria-label={t('productEdit.provedAt')}
              value={at}
              min={0}
              max={100}
              suffix="%"
              onChange={(next) => onChange({ at: next })}
            />
          </FormField>
        )}
        {isMetric && (
          <FormField field="subject" label={t('productEdit.subject')} hint={t('productEdit.subjectHint')} {...refusals}>
            <Input
              className="mono"
              aria-label={t('productEdit.subject')}
              value={subject}
              maxLength={40}
              placeholder={metric}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ subject: event.target.value })}
            />
          </FormField>
        )}
      </div>
    </section>
  )
}

/** The value that proves a command, as devices report that metric. */
function ReportedValue({
  typed: { metric, value },
  metricOf,
  onChange,
}: Pick<Props, 'typed' | 'metricOf' | 'onChange'>) {
  const { t, language } = useText()
  const label = t('productEdit.provedValue')
  const known = metricOf(metric)
  const names = valueChoices(metric, known)
  if (names) {
    return (
      <Select
        aria-label={label}
        value={value || undefined}
        options={names}
        onChange={(next) => onChange({ value: String(next) })}
      />
    )
  }
  return (
    <Input
      aria-label={label}
      value={value}
      maxLength={40}
      {...(known?.unit ? { suffix: known.unit } : {})}
      {...(known?.name ? { title: inLanguage(known.name, language) } : {})}
      onChange={(event) => onChange({ value: event.target.value })}
    />
  )
}
