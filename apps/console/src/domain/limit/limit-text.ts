import { type AlarmRule, type FaultTrigger, hysteresisOf, isOfState } from '@sluice/contract'
import { metricLabel } from '../metric/metric-label.ts'
import { valueChoices } from '../metric/metric-values.ts'
import type { KnownMetric } from '../metric/metric-catalogue.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { byName, t } from '../../lib/text/text.ts'
import { measureText, shownDecimals, shownSpan, shownUnit, shownValue, wayFrom } from '../../lib/text/units.ts'
import { durationText, WEEK_DAYS } from '../../lib/text/value-text.ts'

type Metric = Partial<KnownMetric> | undefined

/** Limits are kept with six decimals; a converted one is told as fine as its metric, and by usual three. */
const DECIMALS = 6
const USUAL_DECIMALS = 3

/** A typed number as it was typed: a limit of 0.8 is not said to be one of 0.800. */
function numberText(value: number, metric: Metric): string {
  const most = wayFrom(metric?.unit) ? (shownDecimals(metric ?? {}) ?? USUAL_DECIMALS) : DECIMALS
  const [, digits = ''] = value.toFixed(most).replace(/0+$/, '').split('.')
  return formatNumber(value, digits.length)
}

function withUnit(text: string, metric: Metric): string {
  const unit = shownUnit(metric?.unit)
  return unit ? `${text} ${unit}` : text
}

/** A limit in the reader's unit. */
const amountText = (value: number, metric: Metric) =>
  withUnit(numberText(shownValue(value, metric?.unit), metric), metric)

/** The hysteresis that a limit has without one of its own, in the reader's unit; null where it cannot be known yet. */
export function usualHysteresis(rule: AlarmRule, metric: Metric): string | null {
  const usual = hysteresisOf({ ...rule, hysteresis: null })
  return usual > 0 ? withUnit(numberText(shownSpan(usual, metric?.unit), metric), metric) : null
}

/** A state by its word. */
function stateText(key: string, state: string, metric: Metric): string {
  const base = key.split('.')[0]!
  const known = valueChoices(base, metric)?.find(({ value }) => value === state)
  if (known) return known.label
  if (state === 'true' || state === 'false') return t(state === 'true' ? 'state.yes' : 'state.no')
  return byName(`enum.${base}.${state}`, state)
}

function comparison({ key, op, value, value2, equals }: AlarmRule, metric: Metric): string {
  if (isOfState(op)) return t(`limit.${op}`, { value: stateText(key, equals ?? '', metric) })
  if (op !== 'OUTSIDE') return t(`limit.${op}`, { value: amountText(value ?? 0, metric) })
  const from = numberText(shownValue(value ?? 0, metric?.unit), metric)
  return t('limit.OUTSIDE', { from, to: amountText(value2 ?? 0, metric) })
}

/** From so many days after each other on, only the first and the last are named. */
const RUN = 3

/** Days of a mask: `周一至周五`, `周六、周日`. */
function daysText(mask: number): string {
  const runs: number[][] = []
  for (const day of WEEK_DAYS.filter((one) => (mask & one) !== 0)) {
    const run = runs.at(-1)
    if (run?.at(-1) === day / 2) run.push(day)
    else runs.push([day])
  }
  const named = (day: number | undefined) => byName(`weekDay.${day}`)
  const said = runs.flatMap((run) =>
    run.length < RUN ? run.map(named) : [t('limit.dayRun', { from: named(run[0]), to: named(run.at(-1)) })],
  )
  return said.join(t('list.comma'))
}

/** A condition and how long, or how often, it must hold. */
function lasting({ holdS, repeatN }: AlarmRule, what: string): string {
  // Every report is one in a row.
  const n = repeatN && repeatN > 1 ? repeatN : null
  if (holdS && n) return t('limit.heldOrRepeated', { what, time: durationText(holdS), n })
  if (holdS) return t('limit.held', { what, time: durationText(holdS) })
  return n ? t('limit.repeated', { what, n }) : what
}

/** What a value is compared with, and for how long: `高于 0.8 MPa，持续 5 分钟`. */
export const comparedText = (rule: AlarmRule, metric: Metric): string => lasting(rule, comparison(rule, metric))

const EVERY_DAY = 127

/** A rule in one sentence, without its metric: `高于 0.8 MPa，持续 5 分钟，22:00–06:00，周一至周五`. */
export function ruleText(rule: AlarmRule, metric: Metric): string {
  const { windowFrom, windowTo, weekMask } = rule
  const always = comparedText(rule, metric)
  const hours = windowFrom && windowTo ? t('limit.hours', { what: always, from: windowFrom, to: windowTo }) : always
  return weekMask && weekMask !== EVERY_DAY ? t('limit.days', { what: hours, days: daysText(weekMask) }) : hours
}

/** A value and the limit it is beyond: `阀前压力 0.95 MPa，高于 0.8 MPa`. */
export function beyondText(rule: AlarmRule, v: FaultTrigger['v'], metric: Metric): string {
  const said = { metric: metricLabel(rule.key, { name: metric?.name }), rule: ruleText(rule, metric) }
  return rule.op === 'EQ'
    ? t('limit.beyondState', said)
    : t('limit.beyond', { ...said, value: valueText(rule.key, v, metric) })
}

/** A value, or the word of a state. */
export const valueText = (key: string, v: FaultTrigger['v'], metric: Metric) =>
  typeof v === 'number' ? withUnit(measureText(v, metric ?? {}), metric) : stateText(key, String(v), metric)

/** What raised a fault: `阀前压力 0.95 MPa，高于 0.8 MPa，持续 5 分钟（自 14:03）`. */
export function raisedText(trigger: FaultTrigger, metric: Metric, since: string): string {
  const { key, op, v } = trigger
  const said = { metric: metricLabel(key, { name: metric?.name }), rule: ruleText(trigger, metric), since }
  // The state is the limit itself.
  if (op === 'EQ') return t('limit.raisedState', said)
  return t('limit.raised', { ...said, value: valueText(key, v, metric) })
}
