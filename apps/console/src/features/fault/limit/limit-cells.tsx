import type { alarmLimitResource, AlarmLimitRow } from '@sluice/contract'
import { useMetricCatalogue } from '../../../domain/metric/metric-catalogue.ts'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { useUnits } from '../../../lib/text/units.ts'
import { levelGlyph } from '../../../parts/icon/glyphs.tsx'
import type { Cells } from '../../../parts/list/table/table-props.ts'
import { Chip, StateChip } from '../../../parts/reading/status-chip.tsx'
import { LimitTarget } from './limit-target.tsx'
import { ruleText } from '../../../domain/limit/limit-text.ts'
import './limit.css'

type Of = Pick<AlarmLimitRow, 'key' | 'productId' | 'rule'>

/** The metric of a limit, and what that says; until units are known no number is drawn. */
function useLimitWords({ key, productId, rule }: Of) {
  const { t } = useText()
  useUnits()
  const { metricOf, pending } = useMetricCatalogue()
  const metric = metricOf(key, productId)
  const sentence = rule ? ruleText(rule, metric) : t('limit.noRule')
  return { name: metricLabel(key, { name: metric?.name }), sentence: pending ? '' : sentence }
}

function MetricName({ row }: { row: Of }) {
  return <>{useLimitWords(row).name}</>
}

function Rule({ row }: { row: Of }) {
  const { sentence } = useLimitWords(row)
  return <span className={row.rule ? 'num' : 't3'}>{sentence}</span>
}

/** A metric and its limit as one phrase. */
export function LimitSentence({ row }: { row: Of }) {
  const { t } = useText()
  const { name, sentence } = useLimitWords(row)
  return <span className="num">{sentence ? t('limit.ofMetric', { metric: name, rule: sentence }) : name}</span>
}

/** Name and code of the fault that a limit raises. */
export function FaultOf({ code }: { code: string }) {
  useText()
  return (
    <span>
      {byName(`fault.${code}`, code)} <small className="t3 num">{code}</small>
    </span>
  )
}

function Level({ level }: Pick<AlarmLimitRow, 'level'>) {
  const { t } = useText()
  if (level === null) return <span className="t3">{t('limit.byCode')}</span>
  return <StateChip tone={levelGlyph(level)} glyph={levelGlyph(level)} text={byName(`enum.level.${level}`)} />
}

function Changed({ builtIn, changed }: Pick<AlarmLimitRow, 'builtIn' | 'changed'>) {
  const { t } = useText()
  return <>{builtIn && changed && <Chip tone="plain" text={t('limit.changed')} />}</>
}

export const LIMIT_CELLS: Cells<typeof alarmLimitResource> = {
  target: ({ scope, deviceTypeCode, target }) => (
    <LimitTarget scope={scope} deviceTypeCode={deviceTypeCode} target={target} />
  ),
  key: (row) => <MetricName row={row} />,
  rule: (row) => <Rule row={row} />,
  faultCode: ({ faultCode }) => <FaultOf code={faultCode} />,
  level: ({ level }) => <Level level={level} />,
  changed: ({ builtIn, changed }) => <Changed builtIn={builtIn} changed={changed} />,
}
