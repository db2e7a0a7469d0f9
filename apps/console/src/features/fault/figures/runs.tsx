import { type FiguresAsked, type ReliabilityRun, rowsOfRun } from '@sluice/contract'
import { Link } from 'react-router'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { t, useText } from '../../../lib/text/text.ts'
import { recordsAt } from './figure-address.ts'
import type { FigureTable } from './figure-table.ts'
import { spanText } from './figures-words.ts'

/** Ends of the scale; it doubles from line to line. */
interface Scale {
  low: number
  high: number
}

/** A device that was watched for minutes says nothing in days: the scale begins here, and what is less stands at its end. */
const SCALE_FROM_DAYS = 1
const DAY_MIN = 1440
const HOUR_MIN = 60

/**
 * From the power of two below the least to that above the greatest, at least three lines apart. Time without a fault is no
 * interval: only its lower end is known.
 */
export function scaleOf(runs: readonly ReliabilityRun[]): Scale {
  const values = runs
    .flatMap(({ mtbfDays, lowDays, highDays }) => [lowDays, mtbfDays, highDays])
    .filter((value) => value !== null && value > 0) as number[]
  if (values.length === 0) return { low: 1, high: 8 }
  const low = Math.max(SCALE_FROM_DAYS, 2 ** Math.floor(Math.log2(Math.min(...values))))
  return { low, high: Math.max(low * 8, 2 ** Math.ceil(Math.log2(Math.max(...values)))) }
}

export function placeOn({ low, high }: Scale, days: number): number {
  const place = Math.log2(days / low) / Math.log2(high / low)
  return Math.min(100, Math.max(0, place * 100))
}

/** Lines of the scale: at most seven, each twice, four times … the one before. */
export function linesOf({ low, high }: Scale): number[] {
  const steps = Math.round(Math.log2(high / low))
  const every = Math.ceil(steps / 6)
  return Array.from({ length: Math.floor(steps / every) + 1 }, (_none, at) => low * 2 ** (at * every))
}

/** The larger unit alone: nobody compares hours with days by the minute. */
function shortText(minutes: number): string {
  const hours = minutes / HOUR_MIN
  return spanText(hours < 1 ? Math.max(1, Math.round(minutes)) : Math.round(hours) * HOUR_MIN)
}

function daysText(days: number | null): string {
  if (days === null) return MISSING
  // Below the scale of days in the units of shorter times.
  if (days < SCALE_FROM_DAYS) return shortText(days * DAY_MIN)
  return formatNumber(days, days < 10 ? 1 : 0)
}

export function runTable(runs: readonly ReliabilityRun[], asked: FiguresAsked): FigureTable {
  return {
    columns: [
      { title: t('figures.product') },
      { title: t('figures.firmware') },
      { title: t('figures.devices'), numeric: true },
      { title: t('figures.deviceDays'), numeric: true },
      { title: t('figures.faults'), numeric: true },
      { title: t('figures.mtbf'), numeric: true },
      { title: t('figures.low'), numeric: true },
      { title: t('figures.high'), numeric: true },
    ],
    rows: runs.map((run) => [
      run.productName,
      run.firmware ?? t('figures.noFirmware'),
      run.devices,
      run.deviceDays,
      run.faults,
      run.ranked ? run.mtbfDays : run.mtbfDays === null ? null : t('figures.fewOf', { days: daysText(run.mtbfDays) }),
      run.lowDays,
      run.highDays,
    ]),
    addresses: runs.map((run) => recordsAt(rowsOfRun(asked, run))),
  }
}

function Run({ run, first, scale, to }: { run: ReliabilityRun; first: boolean; scale: Scale; to: string }) {
  const { t: text } = useText()
  const [low, high] = [placeOn(scale, run.lowDays), placeOn(scale, run.highDays ?? scale.high)]
  const mark = placeOn(scale, run.mtbfDays ?? run.lowDays)
  const isShort = (run.mtbfDays ?? run.lowDays) < scale.low
  const look = `${run.newest ? 'newest' : ''} ${run.ranked ? '' : 'few'} ${isShort ? 'short' : ''}`
  const said = text(run.mtbfDays === null ? 'figures.runNone' : 'figures.runSaid', {
    days: daysText(run.mtbfDays),
    low: daysText(run.lowDays),
    high: daysText(run.highDays),
  })
  return (
    <tr className={first ? 'run first' : 'run'}>
      <th scope="row">{first ? run.productName : <span className="sr-only">{run.productName}</span>}</th>
      <td className={run.newest ? '' : 't3'}>{run.firmware ?? text('figures.noFirmware')}</td>
      <td className="num t2 run-count">{formatNumber(run.devices, 0)}</td>
      <td className="num t2 run-count">
        <Link to={to}>{formatNumber(run.faults, 0)}</Link>
      </td>
      <td className="run-place" title={said}>
        <Link to={to} aria-label={said} className={`run-line ${look}`}>
          {linesOf(scale).map((days) => (
            <u key={days} style={{ left: `${placeOn(scale, days)}%` }} />
          ))}
          <i style={{ left: `${low}%`, width: `${Math.max(high - low, 1)}%` }} />
          {run.mtbfDays !== null && <b style={{ left: `${mark}%` }} />}
        </Link>
      </td>
      <td className="num run-days">
        {run.mtbfDays === null ? text('figures.atLeast', { days: daysText(run.lowDays) }) : daysText(run.mtbfDays)}
      </td>
    </tr>
  )
}

/** Days between faults of each product and firmware with their interval, on a scale that doubles. */
export function Runs({ runs, asked }: { runs: readonly ReliabilityRun[]; asked: FiguresAsked }) {
  const { t: text } = useText()
  const scale = scaleOf(runs)
  return (
    <div className="runs">
      <table aria-label={text('figures.models')}>
        <thead>
          <tr className="t3">
            <th scope="col">{text('figures.product')}</th>
            <th scope="col">{text('figures.firmware')}</th>
            <th scope="col" className="num run-count">
              {text('figures.devices')}
            </th>
            <th scope="col" className="num run-count">
              {text('figures.faults')}
            </th>
            <th scope="col" className="run-place" title={text('figures.scale')}>
              <span className="run-line run-ticks">
                {linesOf(scale).map((days) => (
                  <small key={days} className="num" style={{ left: `${placeOn(scale, days)}%` }}>
                    {formatNumber(days, 0)}
                  </small>
                ))}
              </span>
            </th>
            <th scope="col" className="num">
              {text('figures.days')}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, at) => (
            <Run
              key={`${run.productId} ${run.firmware}`}
              run={run}
              first={runs[at - 1]?.productId !== run.productId}
              scale={scale}
              to={recordsAt(rowsOfRun(asked, run))}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
