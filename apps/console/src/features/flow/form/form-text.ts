import { type FormColumn, type FormItem, type FormRange, type FormValue, rangeDays, rangeHours } from '@sluice/contract'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { t } from '../../../lib/text/text.ts'
import { yuanOf } from '../../../lib/text/value-text.ts'

export type FormNames = Readonly<Record<string, string>>

export function rangeIn(value: FormValue): FormRange | null {
  return typeof value === 'object' && value !== null && 'from' in value ? value : null
}

/** The length of a range in words, e.g. 3 天; empty where it has none. */
export function lengthText(tag: FormItem['tag'], value: FormValue): string {
  const range = rangeIn(value)
  if (!range) return ''
  const n = tag === 'DATE_RANGE' ? rangeDays(range) : rangeHours(range)
  if (!Number.isFinite(n)) return ''
  return t(tag === 'DATE_RANGE' ? 'flow.form.days' : 'flow.form.hours', { n: Number(n.toFixed(2)) })
}

/** A time without a zone, as it is read: `2025-09-13 06:00`. */
const timeText = (time: string) => time.replace('T', ' ')

/** A value of one line as text; empty for none. */
export function valueText(item: FormItem | FormColumn, value: FormValue, names: FormNames): string {
  if (value === null || value === '') return ''
  const range = rangeIn(value)
  if (range) return t('flow.form.range', { from: timeText(range.from), to: timeText(range.to) })
  if (typeof value === 'number') {
    if (item.tag === 'AMOUNT') return `¥${formatNumber(yuanOf(value), 2)}`
    return item.unit ? `${formatNumber(value)} ${item.unit}` : formatNumber(value)
  }
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string').join(t('list.comma'))
  if (typeof value !== 'string') return ''
  return item.tag === 'USER' || item.tag === 'DEPT' ? (names[value] ?? value) : value
}
