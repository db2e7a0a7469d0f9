import type { Reading as ReadingValue } from '@sluice/contract'
import { useEffect, useRef } from 'react'
import { showAge, showTime, useMoment } from '../../lib/time/clock.ts'
import { useLine } from '../../lib/live/line.ts'
import { type MetricFace, MISSING } from '../../lib/text/reading-format.ts'
import { measureText, shownUnit } from '../../lib/text/units.ts'
import { byName, t, useText } from '../../lib/text/text.ts'
import { showFresh } from './fresh.ts'

/** Without a declared interval a reading is old after this long. */
const STALE_AFTER_MS = 2 * 3_600_000
/** A station is late after three missed intervals. */
const LATE_INTERVALS = 3

export function staleAfterMs(reportIntervalS: number | null | undefined): number {
  return reportIntervalS ? reportIntervalS * 1000 * LATE_INTERVALS : STALE_AFTER_MS
}

/** A text value of a device may be a page long. */
const LONGEST_TEXT = 40

export function valueText(key: string, value: ReadingValue['v'] | undefined, face: MetricFace): string {
  if (value === null || value === undefined) return MISSING
  if (typeof value === 'boolean') return t(value ? 'state.yes' : 'state.no')
  if (typeof value === 'string') return byName(`enum.${key}.${value}`, shortened(value))
  return measureText(value, face)
}

function shortened(text: string): string {
  if (text.trim() === '') return MISSING
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
}

/** A changed value is tinted for a moment; digits do not roll (docs/spec/look.md#2.7). */
function useFresh(text: string) {
  const box = useRef<HTMLSpanElement>(null)
  const before = useRef(text)
  useEffect(() => {
    if (before.current === text) return
    before.current = text
    if (box.current) showFresh(box.current)
  }, [text])
  return box
}

interface ReadingProps {
  metric: string
  reading: ReadingValue | undefined
  /** As the product's point says. */
  face: MetricFace
  staleAfter?: number
  /** Its unit stands elsewhere, e.g. in the heading of its column. */
  bare?: boolean
}

/**
 * A reported value with its unit; an old one is grey with a dotted line and has its time in the tooltip
 * (docs/spec/look.md#3).
 */
export function Reading({ metric, reading, face, staleAfter = STALE_AFTER_MS, bare = false }: ReadingProps) {
  const { t: text } = useText()
  const line = useLine()
  const isOverdue = useMoment((now) => reading !== undefined && now - Date.parse(reading.ts) > staleAfter)
  const shown = valueText(metric, reading?.v, face)
  const box = useFresh(shown)
  const unit = bare ? undefined : shownUnit(face.unit)
  const old = reading !== undefined && (line.kind !== 'whole' || isOverdue)
  const hint = reading ? `${showTime(reading.ts)} · ${text(`enum.quality.${reading.q}`)}` : undefined
  const className = ['reading', old && 'stale', reading?.q === 'BAD' && 'bad'].filter(Boolean).join(' ')
  return (
    <span ref={box} className={className} title={hint}>
      {shown}
      {unit && typeof reading?.v === 'number' && <span className="unit">{unit}</span>}
    </span>
  )
}

/** The age of a time, by the rules of TM; the exact time is in the tooltip. */
export function Age({ time, staleAfter }: { time: string | null | undefined; staleAfter?: number }) {
  useText()
  const age = useMoment((now) => showAge(time, now))
  const old = useMoment((now) => Boolean(time) && staleAfter !== undefined && now - Date.parse(time!) > staleAfter)
  if (!time) return <span className="t3">{MISSING}</span>
  return (
    <time dateTime={time} title={showTime(time)} className="num">
      {old ? <b>{age}</b> : age}
    </time>
  )
}
