import type { DashboardSummary } from '@sluice/contract'
import type { ReactNode } from 'react'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { Glyph, type GlyphName } from '../../../parts/icon/glyphs.tsx'
import { useMap } from '../map-state.ts'

interface KpiProps {
  name: string
  value: number | null | undefined
  decimals?: number
  unit?: string
  glyph?: GlyphName
  beside?: ReactNode
}

function Kpi({ name, value, decimals = 0, unit, glyph, beside }: KpiProps) {
  const known = value !== null && value !== undefined
  return (
    <div className="kpi">
      <dt className={glyph ? `kpi-name word-${glyph}` : 'kpi-name t3'}>
        {glyph && <Glyph name={glyph} />}
        {name}
      </dt>
      <dd className="kpi-value num">
        {known ? formatNumber(value, decimals) : MISSING}
        {known && unit && <span className="unit">{unit}</span>}
        {beside}
      </dd>
    </div>
  )
}

/** How many devices report an unusable value: the number beside it excludes them. */
function LeftOut({ n, why }: { n: number | undefined; why: 'map.flowLeftOut' | 'map.volumeLeftOut' }) {
  const { t } = useText()
  if (!n) return null
  return (
    <small className="kpi-beside" title={t(why, { n })}>
      {t('map.leftOut', { n })}
    </small>
  )
}

/** The strip above the map: counts follow the live channel, volumes are polled. */
export function KpiStrip({ summary, short }: { summary: DashboardSummary | undefined; short: boolean }) {
  const { t } = useText()
  const { total, online, offline, fault, moving } = useMap((state) => state.counts)
  const loaded = useMap((state) => state.loaded)
  const heard = online + offline
  const shown = (value: number) => (loaded ? value : null)
  const rate = heard > 0 && !short && <small className="kpi-beside">{formatNumber((100 * online) / heard, 1)} %</small>
  return (
    <dl className="map-float kpis" aria-label={t('map.kpis')} data-testid="map-kpis">
      <Kpi name={t('map.total')} value={shown(total)} />
      <Kpi name={t('enum.deviceStatus.ONLINE')} glyph="online" value={shown(online)} beside={rate} />
      <Kpi name={t('enum.deviceStatus.OFFLINE')} glyph="offline" value={shown(offline)} />
      <Kpi name={t('map.fault')} glyph="level4" value={shown(fault)} />
      {!short && (
        <>
          <Kpi name={t('state.moving')} glyph="moving" value={shown(moving)} />
          <Kpi
            name={t('map.volumeToday')}
            value={summary?.volumeTodayM3}
            unit="m³"
            beside={<LeftOut n={summary?.volumeLeftOut} why="map.volumeLeftOut" />}
          />
          <Kpi
            name={t('map.flowNow')}
            value={summary?.flowM3h}
            unit="m³/h"
            beside={<LeftOut n={summary?.flowLeftOut} why="map.flowLeftOut" />}
          />
        </>
      )}
    </dl>
  )
}
