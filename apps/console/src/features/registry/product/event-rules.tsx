import { type Metric, type ModelEvent, withEvents } from '@sluice/contract'
import { valueChoices } from '../../../domain/metric/metric-values.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { replaced } from './draft/model-draft.ts'
import { ChoiceCell, FaultCell, NumberCell, RemoveCell, TextCell } from './rule-cells.tsx'
import { type CommandProps, RuleTable } from './rule-table.tsx'

interface Props extends CommandProps {
  metricOf: (key: string) => Metric | undefined
  choices: readonly { value: string; label: string }[]
}

/** The first value that a metric can have. */
function firstValue(metric: Metric | undefined): ModelEvent['equals'] {
  if (metric?.kind === 'boolean') return true
  if (metric?.kind === 'enum') return metric.values?.[0] ?? ''
  return metric?.kind === 'text' ? 'ALARM' : 1
}

interface ValueProps {
  event: ModelEvent
  metric: Metric | undefined
  problem: string | undefined
  readOnly: boolean
  onChange: (equals: ModelEvent['equals']) => void
}

/** The value that is a fault, as its metric has values. */
function ValueCell({ event, metric, onChange, ...cell }: ValueProps) {
  const { t } = useText()
  const { equals } = event
  const shared = { ...cell, label: t('productEdit.eventValue') }
  const options = valueChoices(event.key, metric)
  if (options) {
    const take = (next: string) => onChange(metric?.kind === 'boolean' ? next === 'true' : next)
    return <ChoiceCell {...shared} value={String(equals)} options={options} onChange={take} />
  }
  if (metric?.kind === 'text') return <TextCell {...shared} value={String(equals)} maxLength={40} onChange={onChange} />
  return <NumberCell {...shared} value={Number(equals)} onChange={(next) => next !== undefined && onChange(next)} />
}

/** Values of the device itself that are faults while they are reported; a slave's are its master's to report. */
export function EventRules({ model, metricOf, choices, problems, readOnly, onChange }: Props) {
  const { t } = useText()
  const { events = [] } = model
  const first = model.points.find((key) => metricOf(key)?.kind === 'boolean') ?? model.points[0]
  if (model.nodeKind === 'SLAVE') return null
  const set = (n: number, event: ModelEvent | null) => onChange(withEvents(model, replaced(events, n, event)))
  return (
    <RuleTable
      title={t('productEdit.events')}
      count={events.length}
      columns={[t('productEdit.part.points'), t('productEdit.eventValue'), t('productEdit.faultCode')]}
      hint={t('productEdit.eventsHint')}
      add={
        !readOnly &&
        first !== undefined && (
          <Button
            kind="link"
            icon="plus"
            onClick={() => set(events.length, { fault: 'S01', key: first, equals: firstValue(metricOf(first)) })}
          >
            {t('productEdit.addEvent')}
          </Button>
        )
      }
    >
      {events.map((event, n) => (
        <tr key={n}>
          <td>
            <ChoiceCell
              label={t('productEdit.part.points')}
              value={event.key}
              options={choices}
              problem={problems[`events.${n}.key`]}
              readOnly={readOnly}
              onChange={(key) => set(n, { ...event, key, equals: firstValue(metricOf(key)) })}
            />
          </td>
          <td>
            <ValueCell
              event={event}
              metric={metricOf(event.key)}
              problem={problems[`events.${n}.equals`]}
              readOnly={readOnly}
              onChange={(equals) => set(n, { ...event, equals })}
            />
          </td>
          <td>
            <FaultCell
              value={event.fault}
              problem={problems[`events.${n}.fault`]}
              readOnly={readOnly}
              onChange={(fault) => set(n, { ...event, fault })}
            />
          </td>
          <RemoveCell
            label={t('productEdit.remove', { name: event.fault })}
            readOnly={readOnly}
            onClick={() => set(n, null)}
          />
        </tr>
      ))}
    </RuleTable>
  )
}
