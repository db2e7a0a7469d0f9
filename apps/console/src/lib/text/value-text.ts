import { formatNumber } from './reading-format.ts'
import { t } from './text.ts'

/** Units of a duration, the longest first, with their seconds. */
export const DURATION_UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const
export type DurationUnit = (typeof DURATION_UNITS)[number][0]

/** `1 d 2 h 30 min`; every part that is not zero is written. */
export function durationText(seconds: number): string {
  let rest = seconds
  const parts = DURATION_UNITS.flatMap(([unit, of]) => {
    const n = Math.floor(rest / of)
    rest -= n * of
    return n > 0 ? [t(`duration.${unit}`, { n })] : []
  })
  return parts.length > 0 ? parts.join(' ') : t('duration.second', { n: 0 })
}

const BYTES_PER_STEP = 1024
const BYTE_UNITS = ['KB', 'MB', 'GB'] as const

/** A size of anything, the same on every screen: `860 B`, `412.5 KB`, `8 MB`; a step is 1,024. */
export function bytesText(bytes: number): string {
  if (bytes < BYTES_PER_STEP) return `${formatNumber(bytes, 0)} B`
  // Rounded before the unit is chosen, so that nothing is 1,024 KB.
  const step = (of: number) => Math.round((bytes / BYTES_PER_STEP ** of) * 10) / 10
  const of = step(1) < BYTES_PER_STEP ? 1 : step(2) < BYTES_PER_STEP ? 2 : 3
  const value = step(of)
  return `${formatNumber(value, Number.isInteger(value) ? 0 : 1)} ${BYTE_UNITS[of - 1]}`
}

/** The bits of a `weekMask`, Monday first. */
export const WEEK_DAYS = [1, 2, 4, 8, 16, 32, 64] as const

/** The days of a mask, Monday first. */
export function weekText(mask: number): string {
  const days = WEEK_DAYS.filter((day) => (mask & day) !== 0)
  return days.map((day) => t(`weekDay.${day}`)).join(t('list.comma'))
}

/** Money is sent in fen, and typed and shown in yuan. */
export const fenOf = (yuan: number): number => Math.round(yuan * 100)
export const yuanOf = (fen: number): number => fen / 100
