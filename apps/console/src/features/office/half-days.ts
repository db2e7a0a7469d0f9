import { formatNumber } from '../../lib/text/reading-format.ts'

/** Half days as days: 0.5, 1, 5.5. */
export const daysText = (halves: number): string => formatNumber(halves / 2, halves % 2 === 0 ? 0 : 1)
