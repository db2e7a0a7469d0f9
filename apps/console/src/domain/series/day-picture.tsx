import type { HistoryPoint, HistoryStep } from '@sluice/contract'
import { useId } from 'react'
import { showTime } from '../../lib/time/clock.ts'
import { useText } from '../../lib/text/text.ts'
import type { Spot } from './curve.ts'
import { dayCurveOf, endsOf, pathOf, type Present } from './day.ts'
import { gapWords } from './gap-words.ts'
import { colourPlace, isStepped, isZeroBased } from './scale.ts'
import './day-picture.css'

const WIDTH = 368
const TOP = 8
const FLOOR = 54
const HEIGHT = 72
const HATCH_PX = 6
/** The width that the length of a gap needs. */
const WORDS_PX = 84
const TICKS = [0, 0.25, 0.5, 0.75, 1]

interface DayPictureProps {
  metric: string
  points: readonly HistoryPoint[]
  step: HistoryStep
  from: number
  to: number
  /** What the device holds now. */
  present: Present | null
  /** The commanded values, drawn dashed. */
  asked?: readonly (readonly Spot[])[]
  label: string
}

/** A day of one metric at a glance, the same on every screen (docs/spec/look.md#4). */
export function DayPicture({ metric, points, step, from, to, present, asked = [], label }: DayPictureProps) {
  useText()
  const id = useId()
  const curve = dayCurveOf(points, step, present)
  const [stepped, zeroBased] = [isStepped(metric), isZeroBased(metric)]
  const { low, high } = endsOf(curve, zeroBased, metric === 'opening' ? 100 : undefined)
  const x = (time: number) => ((Math.min(to, Math.max(from, time)) - from) / (to - from)) * WIDTH
  // A single level stands in the middle, but for one that starts at zero.
  const y = (value: number) => FLOOR - (high > low ? (value - low) / (high - low) : zeroBased ? 0 : 0.5) * (FLOOR - TOP)
  const place = ([time, value]: Spot): Spot => [x(time), y(value)]
  const colour = `var(--c${(colourPlace(metric) ?? 0) + 1})`
  const dots = new Set([...curve.alone, ...curve.suspect])
  return (
    <svg className="day-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <pattern id={id} width={HATCH_PX} height={HATCH_PX} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d={`M0 0V${HATCH_PX}`} className="day-hatch" />
      </pattern>
      <path d={`M0 ${FLOOR}H${WIDTH}M0 ${TOP}H${WIDTH}`} className="day-grid" />
      {curve.gaps.map((gap) => (
        <g key={gap.from} className="day-gap">
          <title>{`${gapWords(gap)} · ${showTime(gap.from, '{h}:{i}')} – ${showTime(gap.to, '{h}:{i}')}`}</title>
          <rect x={x(gap.from)} y={TOP} width={x(gap.to) - x(gap.from)} height={FLOOR - TOP} fill={`url(#${id})`} />
          {x(gap.to) - x(gap.from) >= WORDS_PX && (
            <text x={(x(gap.from) + x(gap.to)) / 2} y={(TOP + FLOOR) / 2 + 4}>
              {gapWords(gap)}
            </text>
          )}
        </g>
      ))}
      {curve.runs.map((run) => (
        <g key={run[0]![0]} style={{ color: colour }}>
          {zeroBased && (
            <path className="day-area" d={`${pathOf(run, place, stepped)}V${FLOOR}H${x(run[0]![0]).toFixed(1)}z`} />
          )}
          <path className="day-line" d={pathOf(run, place, stepped)} />
          {run
            .filter(([time]) => dots.has(time))
            .map((spot) => (
              <circle key={spot[0]} className="day-dot" cx={place(spot)[0]} cy={place(spot)[1]} r="2.6" />
            ))}
        </g>
      ))}
      {asked.map((line) => (
        <path key={line[0]![0]} className="day-asked" d={pathOf(line, place, false)} />
      ))}
      {TICKS.map((part) => (
        <text
          key={part}
          className="day-tick num"
          x={part * WIDTH}
          y={HEIGHT - 3}
          textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
        >
          {showTime(from + (to - from) * part, '{h}:{i}')}
        </text>
      ))}
    </svg>
  )
}
