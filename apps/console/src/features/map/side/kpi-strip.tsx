import type { DashboardSummary, Waiting } from '@sluice/contract'
import type { ReactNode } from 'react'
import { measureText, shownUnit } from '../../../lib/text/units.ts'
import { SIGN_FACES } from '../../../domain/waiting/waiting.ts'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { Glyph, type GlyphName } from '../../../parts/icon/glyphs.tsx'
import { useMap } from '../map-state.ts'
import type { ShownOnly } from './device-filter.ts'

interface KpiProps {
  name: string
  value: number | null | undefined
  decimals?: number
  unit?: string
  glyph?: GlyphName | undefined
  beside?: ReactNode
  /** What it counts. */
  title?: string | undefined
  /** Pressed, it shows only what it counts. */
  only?: ShownOnly
}

/** Which cells are pressed, and what a press does; absent where nothing can be pressed (the wall). */
export interface KpiFilter {
  only: ReadonlySet<ShownOnly>
  onToggle: (only: ShownOnly) => void
}

function Kpi({
  name,
  value,
  decimals = 0,
  unit,
  glyph,
  beside,
  title,
  only,
  filter,
}: KpiProps & { filter?: KpiFilter }) {
  const { t } = useText()
  const known = value !== null && value !== undefined
  const pressed = only !== undefined && filter?.only.has(only) === true
  const face = (
    <>
      {glyph && <Glyph name={glyph} />}
      {name}
    </>
  )
  return (
    <div className={pressed ? 'kpi on' : 'kpi'} title={title}>
      <dt className={glyph ? `kpi-name word-${glyph}` : 'kpi-name t3'}>
        {only !== undefined && filter ? (
          <button
            type="button"
            className="flat kpi-press"
            aria-pressed={pressed}
            title={t(pressed ? 'waiting.showAll' : 'waiting.showOnly', { name })}
            data-testid={`kpi-${only}`}
            onClick={() => filter.onToggle(only)}
          >
            {face}
          </button>
        ) : (
          face
        )}
      </dt>
      <dd className="kpi-value num">
        {known ? measureText(value, { unit, decimals }) : MISSING}
        {known && unit && <span className="unit">{shownUnit(unit)}</span>}
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

function WaitingKpi({ waiting, filter }: { waiting: Waiting | undefined; filter: { filter?: KpiFilter } }) {
  const { t } = useText()
  const taken = waiting?.taken ?? 0
  const beside = waiting?.total === 0 ? t('waiting.allWell') : taken > 0 ? t('waiting.alsoTaken', { n: taken }) : null
  return (
    <Kpi
      name={t('map.attention')}
      glyph={waiting?.sign ? SIGN_FACES[waiting.sign].glyph : undefined}
      value={waiting?.total}
      beside={beside && <small className="kpi-beside">{beside}</small>}
      title={t('waiting.what')}
      only="waiting"
      {...filter}
    />
  )
}

interface StripProps {
  summary: DashboardSummary | undefined
  waiting: Waiting | undefined
  short: boolean
  filter?: KpiFilter
}

/** The strip above the map: counts follow the live channel, volumes are polled. */
export function KpiStrip({ summary, waiting, short, ...filter }: StripProps) {
  const { t } = useText()
  const { total, online, offline, moving, pending } = useMap((state) => state.counts)
  const loaded = useMap((state) => state.loaded)
  const heard = online + offline
  const shown = (value: number) => (loaded ? value : null)
  const rate = heard > 0 && !short && <small className="kpi-beside">{formatNumber((100 * online) / heard, 1)} %</small>
  return (
    <dl className="map-float kpis" aria-label={t('map.kpis')} data-testid="map-kpis">
      <Kpi name={t('map.total')} value={shown(total)} />
      <Kpi
        name={t('enum.deviceStatus.ONLINE')}
        glyph="online"
        value={shown(online)}
        beside={rate}
        only="online"
        {...filter}
      />
      <Kpi name={t('enum.deviceStatus.OFFLINE')} glyph="offline" value={shown(offline)} only="offline" {...filter} />
      <WaitingKpi waiting={waiting} filter={filter} />
      {!short && (
        <>
          <Kpi name={t('state.moving')} glyph="moving" value={shown(moving)} only="moving" {...filter} />
          <Kpi name={t('waiting.pending')} glyph="pending" value={shown(pending)} only="pending" {...filter} />
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
