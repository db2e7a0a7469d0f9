import type { Command, HistoryPoint } from '@sluice/contract'
import { history } from '@sluice/contract'
import { useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { showTime, useNow } from '../../../lib/time/clock.ts'
import { useText } from '../../../lib/text/text.ts'
import { askedLine, provenLine } from './day-lines.ts'

const DAY_MS = 86_400_000
const STEP_MS = 300_000
const W = 368
const TOP = 6
const FLOOR = 44

const x = (time: number, end: number) => ((time - (end - DAY_MS)) / DAY_MS) * W
const y = (opening: number) => FLOOR - ((FLOOR - TOP) * opening) / 100

function useDay(deviceId: string, end: number) {
  const [startTime, endTime] = [new Date(end - DAY_MS).toISOString(), new Date(end).toISOString()]
  const input = { deviceId, keys: 'opening', startTime, endTime, bucket: 'RAW' as const }
  return useAnswer(history, input, { keep: true, silent: true, staleMs: STEP_MS })
}

const NONE: readonly HistoryPoint[] = []

/**
 * The day's reported opening as a solid and the commanded one as a dashed line; the space between them matters
 * (docs/spec/look.md#4).
 */
export function OpeningDay(props: { deviceId: string; commands: readonly Command[]; opening: number | null }) {
  const { t } = useText()
  const now = useNow(STEP_MS)
  const minute = useNow(60_000)
  const [begun] = useState(() => Date.now())
  const end = Math.max(now, Math.floor(begun / STEP_MS) * STEP_MS) + STEP_MS
  const day = useDay(props.deviceId, end)
  const points = day.data?.series['opening'] ?? NONE
  if (points.length === 0) return null
  const proven = provenLine(points, props.opening === null ? null : { v: props.opening, at: Math.min(end, minute) })
  const asked = askedLine(props.commands, end - DAY_MS, end)
  const path = (line: readonly (readonly [number, number])[]) =>
    line
      .map(([time, opening], at) => `${at === 0 ? 'M' : 'L'}${x(time, end).toFixed(1)} ${y(opening).toFixed(1)}`)
      .join('')
  return (
    <section aria-label={t('panel.day')}>
      <h3 className="day-head">
        {t('panel.day')}
        <span className="grow" />
        <span className="day-key solid">{t('drawing.reported')}</span>
        <span className="day-key dashed">{t('drawing.command')}</span>
      </h3>
      <svg viewBox={`0 0 ${W} 60`} width="100%" role="img" aria-label={t('panel.dayPicture', { n: points.length })}>
        <path d={`M0 ${FLOOR}H${W}M0 ${TOP}H${W}`} stroke="var(--line)" />
        {proven.map((line, at) => (
          <g key={at}>
            <path
              d={`${path(line)}L${x(line.at(-1)![0], end)} ${FLOOR}L${x(line[0]![0], end)} ${FLOOR}z`}
              fill="var(--water-line)"
              opacity=".13"
            />
            <path d={path(line)} fill="none" stroke="var(--water-line)" strokeWidth="1.8" />
          </g>
        ))}
        {asked.map((line, at) => (
          <path key={at} d={path(line)} fill="none" stroke="var(--ink)" strokeWidth="1.4" strokeDasharray="4 3" />
        ))}
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <text
            key={part}
            x={part * W}
            y="57"
            fontSize="11"
            fill="var(--t3)"
            textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
            className="num"
          >
            {showTime(end - DAY_MS * (1 - part), '{h}:{i}')}
          </text>
        ))}
      </svg>
    </section>
  )
}
