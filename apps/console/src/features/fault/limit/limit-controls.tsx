import {
  ALARM_KEY,
  ALARM_OPS,
  type AlarmOp,
  type alarmLimitResource,
  deviceResource,
  isOfState,
  LIMIT_SCOPES,
  type LimitScope,
} from '@sluice/contract'
import { Form, Input, InputNumber, Segmented, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { type KnownMetric, useMetricCatalogue } from '../../../domain/metric/metric-catalogue.ts'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { valueChoices } from '../../../domain/metric/metric-values.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { useRow } from '../../../lib/api/answer.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { shownSpan, shownUnit, shownValue, storedSpan, storedValue, useUnits } from '../../../lib/text/units.ts'
import { Select } from '../../../parts/control/select.tsx'
import type { Controls } from '../../../parts/form/resource-form.tsx'
import { levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { StateChip } from '../../../parts/reading/status-chip.tsx'
import { faultCodes } from '../fault-cells.tsx'
import { usualHysteresis } from '../../../domain/limit/limit-text.ts'
import { type LimitValues, typedRule } from './limit-values.rules.ts'

/** What the form item gives its control. */
interface Given<T> {
  id?: string
  value?: T | null
  onChange?: (value: T | null) => void
}

const SEES_DEVICES = ['device:list']

/** All that the form holds, also what no field shows. */
export function useLimitValues(): LimitValues {
  return (Form.useWatch([], { form: Form.useFormInstance(), preserve: true }) as LimitValues | undefined) ?? {}
}

/** The product whose points the limit is about; none for a type or a group. */
function useProductOf({ scope, productId, deviceId }: LimitValues): string | null {
  const mayAsk = usePermission(SEES_DEVICES)
  const device = useRow(deviceResource, scope === 'DEVICE' && mayAsk ? (deviceId ?? null) : null, { silent: true })
  if (scope === 'PRODUCT') return productId ?? null
  return scope === 'DEVICE' ? (device.data?.productId ?? null) : null
}

/** The metric that the form is about, as far as it is known, and those that can be chosen. */
function useLimitMetrics(values: LimitValues) {
  const { metrics, ofProduct, metricOf } = useMetricCatalogue()
  const productId = useProductOf(values)
  const own = ofProduct(productId)
  return {
    metric: values.key ? metricOf(values.key, productId) : undefined,
    metrics: own.length > 0 ? own : metrics,
  }
}

/** What a limit applies to, before which of them. */
function ScopeChoice({ value, onChange, ...given }: Given<LimitScope>) {
  useText()
  return (
    <Segmented<LimitScope>
      {...given}
      block
      className="limit-wide"
      {...(value ? { value } : {})}
      onChange={(next) => onChange?.(next)}
      aria-label={byName('alarmLimit.scope')}
      options={LIMIT_SCOPES.map((scope) => ({ value: scope, label: byName(`enum.limitScope.${scope}`) }))}
    />
  )
}

const IS_KEY = new RegExp(`^${ALARM_KEY}$`)

/** States are compared with a state, everything else with a number; what is not known, with both. */
function opsOf(metric: KnownMetric | undefined): readonly AlarmOp[] {
  if (!metric?.kind) return ALARM_OPS
  const isState = !['number', 'integer'].includes(metric.kind)
  return ALARM_OPS.filter((op) => isOfState(op) === isState)
}

/** The metrics of the target by name; a key that only a product knows is typed. */
function MetricChoice({ value, onChange, ...given }: Given<string>) {
  const { t: text } = useText()
  useUnits()
  const form = Form.useFormInstance()
  const values = useLimitValues()
  const { metrics } = useLimitMetrics(values)
  const [typed, setTyped] = useState('')
  const options = metrics.map((metric) => {
    const unit = shownUnit(metric.unit)
    const name = metricLabel(metric.key, { name: metric.name })
    return { value: metric.key, label: unit ? `${name} (${unit})` : name, text: `${name} ${metric.key}` }
  })
  const beyond = [value ?? '', typed.trim()].filter(
    (key, n, all) => IS_KEY.test(key) && all.indexOf(key) === n && !options.some((one) => one.value === key),
  )
  const own = beyond.map((key) => {
    const name = metricLabel(key)
    return { value: key, label: name === key ? text('limit.ownKey', { key }) : name, text: key }
  })
  const choose = (key: string | null) => {
    onChange?.(key)
    const offered = opsOf(metrics.find((metric) => metric.key === key))
    if (values.op && !offered.includes(values.op)) form.setFieldValue('op', offered[0])
  }
  return (
    <Select<string>
      {...given}
      value={value ?? null}
      options={[...own, ...options]}
      showSearch={{ optionFilterProp: 'text', onSearch: setTyped }}
      placeholder={text('limit.chooseMetric')}
      onChange={choose}
    />
  )
}

function OpChoice({ value, onChange, ...given }: Given<AlarmOp>) {
  useText()
  const { metric } = useLimitMetrics(useLimitValues())
  const offered = opsOf(metric)
  const shown = value && !offered.includes(value) ? [value, ...offered] : offered
  return (
    <Select<AlarmOp>
      {...given}
      value={value ?? null}
      onChange={(next) => onChange?.(next)}
      options={shown.map((op) => ({ value: op, label: byName(`enum.alarmOp.${op}`) }))}
    />
  )
}

/** Six decimals are stored; what a conversion adds behind them is none of what was typed. */
const stored = (value: number) => Number(value.toFixed(6))

/** A number in the reader's unit of the metric, held in the metric's own. */
function Amount({ part, value, onChange, ...given }: Given<number> & { part: 'limit' | 'upper' | 'span' }) {
  const { t: text } = useText()
  useUnits()
  const values = useLimitValues()
  const { metric } = useLimitMetrics(values)
  const unit = metric?.unit
  const isSpan = part === 'span'
  const [told, taken] = isSpan ? [shownSpan, storedSpan] : [shownValue, storedValue]
  const rule = isSpan ? typedRule(values) : null
  const usual = rule && usualHysteresis(rule, metric)
  const usualText = usual ? text('limit.usual', { value: usual }) : text('limit.usualShare')
  return (
    <InputNumber<number>
      {...given}
      controls={false}
      suffix={shownUnit(unit)}
      {...(isSpan ? { placeholder: usualText } : {})}
      {...(part === 'limit' && values.op === 'OUTSIDE' ? { prefix: text('limit.lower') } : {})}
      value={typeof value === 'number' ? stored(told(value, unit)) : null}
      onChange={(next) => onChange?.(next === null ? null : stored(taken(next, unit)))}
    />
  )
}

/** A state of the metric by its word; typed where its states are not known. */
function StateChoice({ value, onChange, ...given }: Given<string>) {
  const { t: text } = useText()
  const values = useLimitValues()
  const { metric } = useLimitMetrics(values)
  const choices = valueChoices((values.key ?? '').split('.')[0]!, metric)
  if (!choices)
    return (
      <Input
        {...given}
        value={value ?? ''}
        maxLength={40}
        onChange={(event) => onChange?.(event.target.value || null)}
      />
    )
  return (
    <Select<string>
      {...given}
      value={value ?? null}
      options={choices}
      placeholder={text('form.choose')}
      onChange={(next) => onChange?.(next)}
    />
  )
}

const HM = 'HH:mm'

/** A time of day, `HH:mm`. */
function TimeOfDay({ value, onChange, ...given }: Given<string>) {
  useText()
  return (
    <TimePicker
      {...given}
      format={HM}
      minuteStep={5}
      needConfirm={false}
      value={value ? dayjs(`2000-01-01T${value}`) : null}
      onChange={(picked) => onChange?.(picked ? picked.format(HM) : null)}
    />
  )
}

/** The kinds of faults, by name or code. */
function FaultChoice({ value, onChange, ...given }: Given<string>) {
  useText()
  const codes = faultCodes()
  const all = value && !codes.includes(value) ? [value, ...codes] : codes
  return (
    <Select<string>
      {...given}
      value={value ?? null}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('limit.chooseFault')}
      options={all.map((code) => ({ value: code, label: `${byName(`fault.${code}`, code)} ${code}` }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}

const LEVELS = [4, 3, 2, 1]
const levelWord = (level: number) => byName(`enum.level.${level}`)

/** Nothing chosen: the level of the fault's code. */
function LevelChoice({ value, onChange, ...given }: Given<number>) {
  useText()
  return (
    <Select<number>
      {...given}
      value={value ?? null}
      allowClear
      placeholder={t('limit.byCode')}
      options={LEVELS.map((level) => ({ value: level, label: levelWord(level) }))}
      optionRender={({ value: level }) => (
        <StateChip tone={levelGlyph(Number(level))} glyph={levelGlyph(Number(level))} text={levelWord(Number(level))} />
      )}
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
    />
  )
}

/** The controls of a limit, each of which knows the metric that the form is about. */
export const LIMIT_CONTROLS: Controls<typeof alarmLimitResource> = {
  scope: <ScopeChoice />,
  key: <MetricChoice />,
  op: <OpChoice />,
  value: <Amount part="limit" />,
  value2: <Amount part="upper" />,
  equals: <StateChoice />,
  hysteresis: <Amount part="span" />,
  windowFrom: <TimeOfDay />,
  windowTo: <TimeOfDay />,
  faultCode: <FaultChoice />,
  level: <LevelChoice />,
}
