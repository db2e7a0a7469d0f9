import {
  type CalibrationLine,
  type CalibrationWay,
  correctedBy,
  POINT_FIELDS,
  pointProblems,
  type SensorRow,
  typedLine,
  type TypedPoints,
} from '@sluice/contract'
import { Form } from 'antd'
import { formatNumber, MISSING } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { Section } from '../../parts/section/section.tsx'
import './sensor.css'

/** Gains are near one, and their fifth digit still tells. */
const GAIN_DECIMALS = 5
const SIZE = { width: 260, height: 120, edge: 10 } as const

type Typed = TypedPoints & { way?: CalibrationWay | null }

/** `1.05263 × 原始值 − 0.021` */
function formula({ gain, shift }: CalibrationLine, raw: string): string {
  const by = gain === 1 ? raw : `${formatNumber(gain, GAIN_DECIMALS)} × ${raw}`
  if (shift === 0) return by
  return `${by} ${shift < 0 ? '−' : '+'} ${formatNumber(Math.abs(shift), GAIN_DECIMALS)}`
}

interface DrawingProps {
  line: CalibrationLine
  points: readonly { raw: number; ref: number }[]
  lastRaw: number | null
  decimals: number | undefined
}

/** The corrected line over the raw one, which is dashed, with the points it goes through and the last value. */
function LineDrawing({ line, points, lastRaw, decimals }: DrawingProps) {
  const { t } = useText()
  const raws = [...points.map(({ raw }) => raw), ...(lastRaw === null ? [] : [lastRaw])]
  const [low, high] = [Math.min(...raws), Math.max(...raws)]
  const room = high > low ? (high - low) * 0.15 : Math.max(Math.abs(line.shift) * 2, 1)
  const [from, to] = [low - room, high + room]
  const ends = [from, to].flatMap((raw) => [raw, correctedBy(line, raw)])
  const [bottom, top] = [Math.min(...ends), Math.max(...ends)]
  const { width, height, edge } = SIZE
  const x = (raw: number) => edge + ((raw - from) / (to - from)) * (width - 2 * edge)
  const y = (value: number) => height - edge - ((value - bottom) / (top - bottom)) * (height - 2 * edge)
  const said = (value: number) => formatNumber(value, decimals)
  const words = {
    from: said(from),
    to: said(to),
    fromValue: said(correctedBy(line, from)),
    toValue: said(correctedBy(line, to)),
  }
  return (
    <svg
      className="calibration-line"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('sensor.drawing', words)}
    >
      <path className="calibration-raw" d={`M${x(from)} ${y(from)}L${x(to)} ${y(to)}`} />
      <path
        className="calibration-corrected"
        d={`M${x(from)} ${y(correctedBy(line, from))}L${x(to)} ${y(correctedBy(line, to))}`}
      />
      {lastRaw !== null && (
        <>
          <path className="calibration-step" d={`M${x(lastRaw)} ${y(lastRaw)}V${y(correctedBy(line, lastRaw))}`} />
          <circle className="calibration-last" cx={x(lastRaw)} cy={y(correctedBy(line, lastRaw))} r="4" />
        </>
      )}
      {points.map(({ raw, ref }) => (
        <circle key={`${raw} ${ref}`} className="calibration-point" cx={x(raw)} cy={y(ref)} r="3.5" />
      ))}
    </svg>
  )
}

function pointsOf(way: CalibrationWay, typed: Typed) {
  const first = { raw: Number(typed.firstRaw), ref: Number(typed.firstRef) }
  return way === 'SHIFT' ? [first] : [first, { raw: Number(typed.secondRaw), ref: Number(typed.secondRef) }]
}

/** What the typed points make of the sensor, before anything is saved: the line, and its last value. */
export function CalibrationPreview({ sensor }: { sensor: SensorRow }) {
  const { t } = useText()
  const typed: Typed = Form.useWatch([], { form: Form.useFormInstance(), preserve: true }) ?? {}
  const way = typed.way ?? 'TWO_POINT'
  const { rawValue, value, unit } = sensor
  const decimals = sensor.decimals ?? undefined
  const line = way === 'END' ? undefined : typedLine(way, typed)
  const problems = way === 'END' || !line ? {} : pointProblems(way, typed)
  const said = (number: number) => `${formatNumber(number, decimals)}${unit ? ` ${unit}` : ''}`
  const wrong = POINT_FIELDS.flatMap((name) => problems[name] ?? [])[0]
  const points = line ? pointsOf(way, typed) : []
  const raws = points.map(({ raw }) => raw)
  const isOutside =
    way === 'TWO_POINT' && rawValue !== null && (rawValue < Math.min(...raws) || rawValue > Math.max(...raws))
  return (
    <Section label={t('sensor.preview')} title={t('sensor.preview')}>
      {!line && <p className="hint">{t('sensor.previewHint')}</p>}
      {line && wrong && (
        <p role="alert" className="notice">
          {byName(`reason.${wrong}`)}
        </p>
      )}
      {line && !wrong && (
        <div className="calibration-preview" aria-live="polite">
          <LineDrawing line={line} points={points} lastRaw={rawValue} decimals={decimals} />
          <Facts look="lines">
            <Fact name={t('sensor.formula')} className="num">
              {formula(line, t('sensor.rawAxis'))}
            </Fact>
            <Fact name={byName('sensorCalibration.gain')} className="num">
              {formatNumber(line.gain, GAIN_DECIMALS)}
            </Fact>
            <Fact name={byName('sensorCalibration.shift')} className="num">
              {formatNumber(line.shift, GAIN_DECIMALS)}
            </Fact>
            <Fact name={t('sensor.lastRaw')} className="num">
              {rawValue === null ? MISSING : said(rawValue)}
            </Fact>
            <Fact name={t('sensor.becomes')} className="num">
              {rawValue === null ? (
                <span className="t3">{t('sensor.noReading')}</span>
              ) : (
                <>
                  <b>{said(correctedBy(line, rawValue))}</b>
                  {value !== null && <span className="t3"> {t('sensor.shownNow', { value: said(value) })}</span>}
                </>
              )}
            </Fact>
          </Facts>
          {isOutside && <p className="hint">{t('sensor.outside')}</p>}
        </div>
      )}
      <p className="hint">{t('sensor.from')}</p>
    </Section>
  )
}
