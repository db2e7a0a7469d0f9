import { formatTime } from '../../lib/time/time.ts'
import { displayZone } from '../../lib/time/clock.ts'
import { metricLabel } from '../../domain/metric-label.ts'
import { metricFace } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import type { DayCurve } from './drawer-state.ts'

const WIDTH = 368
const HEIGHT = 64
const PAD = 4
/** A silence this many times the usual step is a gap: nothing is drawn over missing data (docs/spec/look.md#4). */
const GAP_STEPS = 3
const ZERO_BASED = ['opening', 'flow']

type Spot = { t: number; v: number }

/** Runs of points without a gap between them. */
function runsOf(points: readonly Spot[]): Spot[][] {
  const steps = points.slice(1).map((point, at) => point.t - points[at]!.t)
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0
  const runs: Spot[][] = []
  for (const [at, point] of points.entries()) {
    const isGap = at > 0 && point.t - points[at - 1]!.t > usual * GAP_STEPS
    if (at === 0 || isGap) runs.push([point])
    else runs.at(-1)!.push(point)
  }
  return runs
}

export function spotsOf({ points }: DayCurve): Spot[] {
  return points.flatMap(({ t, v, q }) => (typeof v === 'number' && q !== 'BAD' ? [{ t: Date.parse(t), v }] : []))
}

/** The last 24 hours at a glance: confirmed values as a solid line. */
export function DayCurvePicture({ metric, curve }: { metric: string; curve: DayCurve }) {
  const { t } = useText()
  const spots = spotsOf(curve)
  const base = metric.split('.')[0]!
  const values = spots.map(({ v }) => v)
  const low = ZERO_BASED.includes(base) ? 0 : Math.min(...values)
  const high = Math.max(...values, base === 'opening' ? 100 : low + 1e-9)
  const x = (time: number) => ((time - curve.from) / (curve.to - curve.from)) * WIDTH
  const y = (value: number) => HEIGHT - PAD - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * PAD)
  const step = base === 'opening'
  const path = (run: readonly Spot[]) =>
    run
      .map(({ t: time, v }, at) =>
        at === 0
          ? `M${x(time).toFixed(1)} ${y(v).toFixed(1)}`
          : `${step ? `H${x(time).toFixed(1)}` : ''}L${x(time).toFixed(1)} ${y(v).toFixed(1)}`,
      )
      .join('')
  const clock = (time: number) => formatTime(time, '{h}:{i}', displayZone()) ?? ''
  return (
    <figure className="day-curve">
      <figcaption>
        {t('map.dayCurve', { name: metricLabel(metric) })}
        <span className="unit">{metricFace(metric).unit}</span>
      </figcaption>
      {spots.length < 2 ? (
        <p className="side-none">{t('map.noCurve')}</p>
      ) : (
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={t('map.dayCurve', { name: metricLabel(metric) })}
          preserveAspectRatio="none"
        >
          <path className="day-zero" d={`M0 ${HEIGHT - PAD}H${WIDTH}`} />
          {runsOf(spots).map((run) => (
            <path key={run[0]!.t} className="day-line" d={path(run)} />
          ))}
        </svg>
      )}
      <div className="day-axis num" aria-hidden="true">
        <span>{clock(curve.from)}</span>
        <span>{clock((curve.from + curve.to) / 2)}</span>
        <span>{t('map.now')}</span>
      </div>
    </figure>
  )
}
