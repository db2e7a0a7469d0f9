import { formatNumber, type MetricFace } from '../../../lib/text/reading-format.ts'
import { t } from '../../../lib/text/text.ts'

/** A reported number with the face of the product's point. */
export interface Measured extends MetricFace {
  value: number
}

interface Drawn {
  reported: number | null
  target: number | null
  inlet: Measured | null
  outlet: Measured | null
  flow: Measured | null
  stale: boolean
}

const measuredText = ({ value, decimals, unit }: Measured) =>
  [formatNumber(value, decimals), unit].filter(Boolean).join(' ')

/** The drawing in words, for screen readers. */
export function drawingWords({ reported, target, inlet, outlet, flow, stale }: Drawn): string {
  const word = t(stale ? 'drawing.last' : 'drawing.reported')
  return [
    reported === null ? t('drawing.unknown') : `${word} ${formatNumber(reported, 0)} %`,
    ...(target === null ? [] : [`${t('drawing.target')} ${formatNumber(target, 0)} %`]),
    ...(inlet ? [`${t('drawing.upstream')} ${measuredText(inlet)}`] : []),
    ...(outlet ? [`${t('drawing.downstream')} ${measuredText(outlet)}`] : []),
    ...(flow ? [`${t('drawing.flow')} ${measuredText(flow)}`] : []),
  ].join(t('drawing.comma'))
}
