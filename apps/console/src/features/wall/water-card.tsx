import { dashboardWater, type DashboardWater } from '@sluice/contract'
import { useAnswer } from '../../lib/api/answer.ts'
import { displayZone, useNow } from '../../lib/time/clock.ts'
import { formatNumber, MISSING } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { wallClock } from '../../lib/time/time.ts'
import { scaleTop, unmade, waterSum } from './water-hours.ts'

/** Whole hours change once an hour; polled more often so that a new one appears soon. */
const WATER_MS = 60_000
const SHOWN_HOURS = [0, 6, 12, 18, 23]

function shortNumber(value: number): string {
  return value >= 1000 ? `${formatNumber(value / 1000)}k` : formatNumber(value)
}

/** The line of yesterday, one step per hour, broken where there is no data. */
function stepPath(hours: DashboardWater['yesterday'], top: number): string {
  return hours
    .map((m3, hour) => {
      if (m3 === null) return ''
      const y = (100 * (1 - m3 / top)).toFixed(2)
      return `${hour === 0 || hours[hour - 1] === null ? 'M' : 'L'}${hour} ${y}H${hour + 1}`
    })
    .join('')
}

function Bars({ water, rest }: { water: DashboardWater; rest: ReturnType<typeof unmade> }) {
  const { today, yesterday } = water
  const top = scaleTop(Math.max(rest?.m3 ?? 0, ...today.map((m3) => m3 ?? 0), ...yesterday.map((m3) => m3 ?? 0)))
  const bar = (m3: number | null, at: number) => {
    const value = m3 ?? (at === rest?.hour ? rest.m3 : null)
    if (value === null) return null
    const [height, y] = [(100 * value) / top, 100 - (100 * value) / top]
    return <rect key={at} x={at + 0.14} y={y} width={0.72} height={height} className={m3 === null ? 'running' : ''} />
  }
  return (
    <div className="water-chart num" aria-hidden="true">
      <div className="water-scale">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{shortNumber(value)}</span>
        ))}
      </div>
      <div className="water-plot">
        <svg viewBox={`0 0 ${today.length} 100`} preserveAspectRatio="none">
          <path className="water-grid" d={`M0 0H${today.length}M0 50H${today.length}M0 100H${today.length}`} />
          {today.map(bar)}
          <path className="water-before" d={stepPath(yesterday, top)} />
        </svg>
      </div>
      <div className="water-hours">
        {SHOWN_HOURS.map((at) => (
          <span key={at} style={{ left: `${(100 * (at + 0.5)) / today.length}%` }}>
            {String(at).padStart(2, '0')}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Water by the hour: today as bars, the current hour paler, yesterday as a line. */
export function WaterCard({ volumeTodayM3 }: { volumeTodayM3: number | null }) {
  const { t } = useText()
  const now = useNow(60_000)
  const water = useAnswer(dashboardWater, {}, { everyMs: WATER_MS, silent: true }).data
  const { hour } = wallClock(now, displayZone())
  const sum = water && waterSum(water)
  const told = water && [...water.today, ...water.yesterday].some((m3) => m3 !== null)
  const more = sum?.more ?? null
  const percent = more === null ? '' : formatNumber(Math.abs(more), 1)
  const compared = percent === '0.0' ? 'wall.waterSame' : (more ?? 0) > 0 ? 'wall.waterMore' : 'wall.waterLess'
  return (
    <section className="wall-part wall-water" data-testid="wall-water">
      <header>
        <h2>{t('wall.water')}</h2>
        {told && (
          <p>
            m³/h <i className="key-today" /> {t('wall.today')} <i className="key-before" /> {t('wall.yesterday')}
          </p>
        )}
      </header>
      {water && !told && <p className="wall-none">{t('wall.noWater')}</p>}
      {water && told && <Bars water={water} rest={unmade(water, hour, volumeTodayM3)} />}
      {told && (
        <p className="water-sum num">
          {t('wall.waterSum', { sum: sum ? formatNumber(sum.today, 1) : MISSING })}
          {percent && <> · {t(compared, { percent })}</>}
          {water.leftOut > 0 && <> · {t('wall.waterLeftOut', { n: water.leftOut })}</>}
        </p>
      )}
    </section>
  )
}
