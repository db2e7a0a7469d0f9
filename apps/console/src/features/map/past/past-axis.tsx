import type { MapEvents } from '@sluice/contract'
import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react'
import { zoneOffsetMs } from '@sluice/kit'
import { lookOf } from '../../../domain/command/command-tone.ts'
import { displayZone, showTime } from '../../../lib/time/clock.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import { Glyph, type GlyphName, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { select, useMap } from '../map-state.ts'
import {
  type Axis,
  eventBeside,
  MINUTE_MS,
  onAxis,
  shareOf,
  type SpanH,
  SPANS_H,
  spansOf,
  ticksOf,
} from './past.rules.ts'
import { PlayIcon, type PlayIconName } from './play-icons.tsx'
import { showMoment, usePastEvents } from './use-past.ts'

/** Seconds of the past in a second of the replay. */
const SPEEDS = [60, 600] as const
const STEP_MS = 250
/** Labels beyond this share of the axis would cover the end's own. */
const LAST_LABEL = 96

/** Moves the moment on while it plays, and stops at the end of the axis. */
function useReplay(axis: Axis, speed: number) {
  const [playing, setPlaying] = useState(false)
  const [head, setHead] = useState(0)
  useEffect(() => {
    if (!playing) return
    let at = useMap.getState().past ?? axis.from
    const timer = setInterval(() => {
      at += speed * STEP_MS
      setHead(at)
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [playing, speed, axis])
  useEffect(() => {
    if (!playing) return
    if (head > 0) showMoment(onAxis(head, axis))
    if (head >= axis.to) setPlaying(false)
  }, [head, playing, axis])
  return { playing, setPlaying }
}

interface EventButtonProps {
  className: string
  style: CSSProperties
  glyph: GlyphName
  /** Epoch ms. */
  at: number
  deviceId: string
  deviceName: string
  what: string
  axis: Axis
}

/** Shows the minute after the event, and the device. */
function EventButton({ className, style, glyph, at, deviceId, deviceName, what, axis }: EventButtonProps) {
  const words = `${showTime(at, '{m}-{d} {h}:{i}')} ${deviceName} ${what}`
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`flat ${className}`}
      style={style}
      title={words}
      aria-label={words}
      onClick={() => {
        showMoment(onAxis(at + MINUTE_MS, axis))
        select(deviceId)
      }}
    >
      <Glyph name={glyph} />
    </button>
  )
}

function CommandMarks({ events, axis }: { events: MapEvents | undefined; axis: Axis }) {
  return events?.commands.map(({ id, code, status, createTime, ...device }) => {
    const { glyph, tone } = lookOf({ status })
    const at = Date.parse(createTime)
    const style = { left: `${shareOf(at, axis)}%` }
    const what = byName(`command.${code}`, code)
    return (
      <EventButton key={id} {...{ ...device, at, glyph, style, what, axis }} className={`past-mark tone-${tone}`} />
    )
  })
}

function FaultSpans({ events, axis }: { events: MapEvents | undefined; axis: Axis }) {
  if (!events) return null
  return spansOf(events, axis).map(({ id, level, code, left, width, ...event }) => (
    <EventButton
      key={id}
      {...event}
      className={`past-span tone-level${level}`}
      style={{ left: `${left}%`, width: `${width}%` }}
      glyph={levelGlyph(level)}
      what={byName(`fault.${code}`, code)}
      axis={axis}
    />
  ))
}

function Ticks({ axis, spanH }: { axis: Axis; spanH: SpanH }) {
  const { t } = useText()
  return (
    <div className="past-ticks num" aria-hidden="true" data-zone={displayZone()}>
      {ticksOf(axis, spanH, zoneOffsetMs(axis.to, displayZone()))
        .filter((time) => shareOf(time, axis) < LAST_LABEL)
        .map((time) => (
          <span key={time} style={{ left: `${shareOf(time, axis)}%` }}>
            {showTime(time, spanH === 24 ? '{h}:{i}' : '{m}-{d}')}
          </span>
        ))}
      <b style={{ left: '100%' }}>{t('past.now')}</b>
    </div>
  )
}

/** The last hours as an axis with commands and faults: drag, step from event to event, or play them. */
export function PastAxis({ time }: { time: number }) {
  const { t } = useText()
  const [spanH, setSpanH] = useState<SpanH>(() => (Date.now() - time > 24 * 60 * MINUTE_MS ? SPANS_H[1] : SPANS_H[0]))
  const [speed, setSpeed] = useState<number>(SPEEDS[0])
  const { axis, events, moments, error, retry } = usePastEvents(spanH)
  const { playing, setPlaying } = useReplay(axis, speed)
  const shown = onAxis(time, axis)
  const step = (way: 1 | -1) => {
    const found = eventBeside(moments, shown, axis, way)
    if (found === null) return
    setPlaying(false)
    showMoment(found)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'n') showMoment(null)
    else if (event.key === ' ') setPlaying(!playing)
    else if (event.shiftKey && event.key === 'ArrowLeft') step(-1)
    else if (event.shiftKey && event.key === 'ArrowRight') step(1)
    else return
    event.preventDefault()
  }
  const tool = (name: PlayIconName, label: string, onClick: () => void, disabled = false) => (
    <button
      type="button"
      className="icon-button"
      title={label}
      aria-label={label}
      onClick={onClick}
      disabled={disabled}
    >
      <PlayIcon name={name} />
    </button>
  )
  return (
    <section className="map-float past-axis" aria-label={t('past.axis')} data-testid="past-axis">
      <div className="past-tools">
        {tool('back', t('past.before'), () => step(-1), eventBeside(moments, shown, axis, -1) === null)}
        {tool(playing ? 'pause' : 'play', t(playing ? 'past.pause' : 'past.play'), () => setPlaying(!playing))}
        {tool('next', t('past.next'), () => step(1), eventBeside(moments, shown, axis, 1) === null)}
        {SPEEDS.map((one) => (
          <button
            key={one}
            type="button"
            className={speed === one ? 'type-chip num on' : 'type-chip num'}
            aria-pressed={speed === one}
            onClick={() => setSpeed(one)}
          >
            × {one}
          </button>
        ))}
        <span className="grow" />
        {SPANS_H.map((one) => (
          <button
            key={one}
            type="button"
            className={spanH === one ? 'type-chip on' : 'type-chip'}
            aria-pressed={spanH === one}
            onClick={() => {
              setSpanH(one)
              showMoment(onAxis(time, { ...axis, from: axis.to - one * 60 * MINUTE_MS }))
            }}
          >
            {t(one === SPANS_H[0] ? 'past.day' : 'past.week')}
          </button>
        ))}
      </div>
      {error && !events && <Failed error={error} onRetry={retry} />}
      <div className="past-lanes">
        <span className="t3">{t('past.commands')}</span>
        <div className="past-lane">
          <CommandMarks events={events} axis={axis} />
        </div>
        <span className="t3">{t('past.faults')}</span>
        <div className="past-lane">
          <FaultSpans events={events} axis={axis} />
        </div>
        <span />
        <div className="past-rail">
          <span className="past-since" style={{ left: `${shareOf(shown, axis)}%` }} />
          <input
            type="range"
            min={axis.from}
            max={axis.to}
            step={MINUTE_MS}
            value={shown}
            aria-label={t('past.moment')}
            aria-valuetext={showTime(shown, '{m}-{d} {h}:{i}')}
            onChange={(event) => {
              setPlaying(false)
              showMoment(Number(event.target.value))
            }}
            onKeyDown={keys}
            data-testid="past-moment"
          />
          <Ticks axis={axis} spanH={spanH} />
        </div>
      </div>
    </section>
  )
}
