import { mappedKeys, type Metric, type ProductModel, withMetric, withoutMetric } from '@sluice/contract'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { type MetricLookup, rangeText, tintOf, type Vocabulary } from './draft/model-words.ts'
import { Problem } from './rule-cells.tsx'

interface Props {
  model: ProductModel
  metricOf: MetricLookup
  vocabulary: Vocabulary
  problems: Readonly<Record<string, string>>
  readOnly: boolean
  chosen: string | null
  onChoose: (key: string | null) => void
  onChange: (model: ProductModel) => void
  /** Opens the form of a metric; null: a new one of the product's own. */
  onEdit: (metric: Metric | null) => void
}

/** What is wrong with a metric: the first thing, wherever in it. */
function problemOf(problems: Props['problems'], { points, metrics = [] }: ProductModel, key: string) {
  const own = `metrics.${metrics.findIndex((metric) => metric.key === key)}.`
  const inMetric = Object.keys(problems).find((path) => path.startsWith(own))
  return problems[inMetric ?? `points.${points.indexOf(key)}`]
}

/** The metrics of a model with their ranges; one that no rule fills has a dotted chip. */
export function MetricColumn(props: Props) {
  const { model, metricOf, vocabulary, problems, readOnly, chosen, onChoose, onChange, onEdit } = props
  const { t } = useText()
  const mapped = mappedKeys(model)
  const offered = vocabulary.metrics.filter(({ key }) => !model.points.includes(key))
  return (
    <Section
      className="metric-column"
      title={
        <>
          {t('productEdit.model')} <small className="t3 num">{model.points.length}</small>
        </>
      }
      beside={
        !readOnly && (
          <Button kind="link" icon="plus" onClick={() => onEdit(null)}>
            {t('productEdit.ownMetric')}
          </Button>
        )
      }
    >
      {model.points.length === 0 && <p className="hint">{t('productEdit.noMetrics')}</p>}
      <ul className="metric-rows">
        {model.points.map((key) => {
          const metric = metricOf(key)
          const isMapped = model.uplink === null || mapped.has(key)
          return (
            <li key={key} className={chosen === key ? 'metric-row chosen' : 'metric-row'}>
              <button type="button" aria-pressed={chosen === key} onClick={() => onChoose(chosen === key ? null : key)}>
                <i
                  className={isMapped ? 'tint' : 'tint unmapped'}
                  style={{ '--tint': tintOf(model.points, key) } as React.CSSProperties}
                />
                <span className="clip">
                  {metricLabel(key, metric)} <small className="mono t3">{key}</small>
                </span>
                <small className="num t3">{isMapped ? metric && rangeText(metric) : t('productEdit.unmapped')}</small>
              </button>
              {!readOnly && metric && (
                <ToolButton
                  icon="pencil"
                  label={t('productEdit.editMetric', { name: metricLabel(key, metric) })}
                  onClick={() => onEdit(metric)}
                />
              )}
              {!readOnly && (
                <ToolButton
                  icon="cross"
                  label={t('productEdit.remove', { name: metricLabel(key, metric) })}
                  onClick={() => onChange(withoutMetric(model, key))}
                />
              )}
              <Problem reason={problemOf(problems, model, key)} />
            </li>
          )
        })}
      </ul>
      {!readOnly && (
        <Select<string | null>
          className="wide"
          aria-label={t('productEdit.addMetric')}
          placeholder={t('productEdit.addMetric')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          options={offered.map(({ key, unit }) => ({
            value: key,
            label: `${metricLabel(key)}${unit ? ` (${unit})` : ''}`,
          }))}
          onChange={(key) => {
            const metric = offered.find((one) => one.key === key)
            if (metric) onChange(withMetric(model, metric, metric))
          }}
        />
      )}
    </Section>
  )
}
