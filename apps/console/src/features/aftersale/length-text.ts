import { saidMetres } from '../../domain/metres.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { t } from '../../lib/text/text.ts'

const KILOMETRE = 1000

/** A way as a person says it: in metres, from a thousand in kilometres. */
export const lengthText = (metres: number): string =>
  metres < KILOMETRE
    ? t('repair.day.metres', { m: saidMetres(metres) })
    : t('repair.day.kilometres', { km: formatNumber(metres / KILOMETRE, 1) })
