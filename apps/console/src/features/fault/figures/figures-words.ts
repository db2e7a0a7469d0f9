import type { FaultNumbers } from '@sluice/contract'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { t } from '../../../lib/text/text.ts'

const SECONDS = 60
const HOUR_MIN = 60
const HOURS = 24
const DAY_MIN = 1440

/** A number with its unit, as it is drawn large: `6 min 12 s`, `5 h 48 min`, `3 d 4 h`. */
export type Measure = readonly (readonly [number: string, unit: string])[]

/** The two largest units of a length in minutes. */
export function measureOf(minutes: number): Measure {
  // Rounded before the unit is chosen, so that nothing is 60 minutes.
  const [large, small, ratio] =
    Math.round(minutes * SECONDS) < HOUR_MIN * SECONDS
      ? (['min', 's', 1] as const)
      : Math.round(minutes) < DAY_MIN
        ? (['h', 'min', HOUR_MIN] as const)
        : (['d', 'h', DAY_MIN] as const)
  const parts = ratio === 1 ? SECONDS : ratio === HOUR_MIN ? HOUR_MIN : HOURS
  const whole = Math.round((minutes / ratio) * parts)
  const [first, second] = [Math.floor(whole / parts), whole % parts]
  const measure = [
    [formatNumber(first, 0), t(`figures.unit.${large}`)],
    [formatNumber(second, 0), t(`figures.unit.${small}`)],
  ] as const
  return first === 0 ? [measure[1]] : second === 0 ? [measure[0]] : measure
}

export function spanText(minutes: number | null): string {
  if (minutes === null) return MISSING
  return measureOf(minutes)
    .map(([number, unit]) => `${number} ${unit}`)
    .join(' ')
}

/** A share in per cent; null without anything to take it of. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : (part / whole) * 100
}

export function percentText(share: number | null, decimals = 1): string {
  return share === null ? MISSING : `${formatNumber(share, decimals)} %`
}

/** All levels together. */
export function keptShare(kept: FaultNumbers['response']): number | null {
  const sum = (of: 'due' | 'inTime') => kept.reduce((all, one) => all + one[of], 0)
  return shareOf(sum('inTime'), sum('due'))
}

const KINDS = {
  span: ['figures.faster', 'figures.slower'],
  share: ['figures.lower', 'figures.higher'],
  count: ['figures.fewer', 'figures.more'],
} as const

/** The change against the period before, in words; less comes first in each pair. */
export function changeText(kind: keyof typeof KINDS, now: number | null, before: number | null): string {
  if (now === null || before === null) return t('figures.noBefore')
  const by = Math.abs(now - before)
  const said = kind === 'span' ? spanText(by) : formatNumber(by, kind === 'share' ? 1 : 0)
  if (said === (kind === 'span' ? spanText(0) : formatNumber(0, kind === 'share' ? 1 : 0))) return t('figures.same')
  return t(KINDS[kind][now < before ? 0 : 1], { by: said, n: by })
}
