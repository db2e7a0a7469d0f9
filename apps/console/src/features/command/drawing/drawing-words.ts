import { formatNumber } from '../../../lib/text/reading-format.ts'
import { t } from '../../../lib/text/text.ts'

interface Drawn {
  reported: number | null
  target: number | null
  inletMpa: number | null
  outletMpa: number | null
  flowM3h: number | null
  stale: boolean
}

/** The drawing in words, for screen readers. */
export function drawingWords({ reported, target, inletMpa, outletMpa, flowM3h, stale }: Drawn): string {
  const word = t(stale ? 'drawing.last' : 'drawing.reported')
  return [
    reported === null ? t('drawing.unknown') : `${word} ${formatNumber(reported, 0)} %`,
    ...(target === null ? [] : [`${t('drawing.target')} ${formatNumber(target, 0)} %`]),
    ...(inletMpa === null ? [] : [`${t('drawing.upstream')} ${formatNumber(inletMpa, 3)} MPa`]),
    ...(outletMpa === null ? [] : [`${t('drawing.downstream')} ${formatNumber(outletMpa, 3)} MPa`]),
    ...(flowM3h === null ? [] : [`${t('drawing.flow')} ${formatNumber(flowM3h, 2)} m³/h`]),
  ].join(t('drawing.comma'))
}
