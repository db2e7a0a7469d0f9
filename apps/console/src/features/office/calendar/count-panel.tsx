import {
  countLeave,
  type Half,
  HALVES,
  type LeaveCount,
  type LeaveTypeRow,
  leaveTypeResource,
  USUAL_WEEK,
  workYear,
  yearOf,
} from '@sluice/contract'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useAnswer, usePage } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { WEEK_DAYS } from '../../../lib/text/value-text.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { WeekInput } from '../../../parts/form/measure-inputs.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { daysText } from '../half-days.ts'
import { type CountedRun, runsOf, type Span, weekdayOf } from './year.rules.ts'

const DAY = 'YYYY-MM-DD'
interface CountPanelProps {
  span: Span
  onSpan: (span: Span) => void
}

/** What a leave of the chosen days costs: every date with its reason, by the same rule that the server counts by. */
export function CountPanel({ span: { from, to }, onSpan }: CountPanelProps) {
  const { t } = useText()
  const [fromHalf, setFromHalf] = useState<Half>('AM')
  const [toHalf, setToHalf] = useState<Half>('PM')
  const [code, setCode] = useState<string | null>(null)
  const [week, setWeek] = useState<number>(USUAL_WEEK)
  const types = usePage(leaveTypeResource, { enabled: 'true', limit: 100 }, { silent: true })
  const type = types.data?.list.find((one) => one.code === code) ?? types.data?.list[0]
  const countIn = type?.countIn ?? 'WORKING'
  const [first, last] = [yearOf(from), yearOf(to)]
  const begun = useAnswer(workYear, { year: first }, { keep: true, follows: ['workDay'] })
  const ended = useAnswer(workYear, last === first ? null : { year: last }, { keep: true, follows: ['workDay'] })
  const isKnown = begun.data !== undefined && (last === first || ended.data !== undefined)
  const calendar = [...(begun.data?.days ?? []), ...(last === first ? [] : (ended.data?.days ?? []))]
  return (
    <Section title={t('leaveCount.title')} label={t('leaveCount.title')} className="leave-count">
      <div className="leave-ends">
        <End
          label={t('leaveCount.from')}
          date={from}
          half={fromHalf}
          onDate={(date) => onSpan({ from: date, to: date > to ? date : to })}
          onHalf={setFromHalf}
        />
        <End
          label={t('leaveCount.to')}
          date={to}
          half={toHalf}
          onDate={(date) => onSpan({ from: date < from ? date : from, to: date })}
          onHalf={setToHalf}
        />
      </div>
      {type && (
        <label className="leave-type">
          <span>{t('leaveCount.type')}</span>
          <Select
            value={type.code}
            aria-label={t('leaveCount.type')}
            onChange={(chosen) => setCode(chosen)}
            options={(types.data?.list ?? []).map((one) => ({
              value: one.code,
              label: byName(`enum.leaveType.${one.code}`),
            }))}
          />
        </label>
      )}
      {isKnown && <Counted counted={countLeave({ from, fromHalf, to, toHalf, countIn, calendar, week })} type={type} />}
      <div className="leave-ways">
        {countIn === 'WORKING' && (
          <details>
            <summary>{t('leaveCount.week')}</summary>
            <WeekInput value={week} onChange={(mask) => setWeek(mask ?? USUAL_WEEK)} />
          </details>
        )}
      </div>
    </Section>
  )
}

interface EndProps {
  label: string
  date: string
  half: Half
  onDate: (date: string) => void
  onHalf: (half: Half) => void
}

function End({ label, date, half, onDate, onHalf }: EndProps) {
  const { t } = useText()
  return (
    <div className="leave-end">
      <label>
        <span>{label}</span>
        <DatePicker
          value={dayjs(date)}
          allowClear={false}
          onChange={(picked) => {
            if (picked && !Array.isArray(picked)) onDate(picked.format(DAY))
          }}
        />
      </label>
      <span className="segments" role="group" aria-label={t('leaveCount.half', { label })}>
        {HALVES.map((one) => (
          <Segment key={one} on={half === one} onClick={() => onHalf(one)}>
            {t(`leaveCount.${one}`)}
          </Segment>
        ))}
      </span>
    </div>
  )
}

function Counted({ counted, type }: { counted: LeaveCount; type: LeaveTypeRow | undefined }) {
  const { t } = useText()
  if ('refused' in counted)
    return (
      <p className="notice" role="status">
        {counted.refused === 'no-calendar'
          ? t('leaveCount.noCalendar', { year: counted.year })
          : t(`leaveCount.${counted.refused}`)}
      </p>
    )
  const { halves, dates } = counted
  return (
    <>
      <p className="leave-days" role="status">
        <b className="num">{daysText(halves)}</b> {t('leaveCount.days')}
        <span className="t3">{t('leaveCount.ofDates', { n: dates.length })}</span>
      </p>
      {type && <Wanted halves={halves} type={type} />}
      <ul className="leave-runs">
        {runsOf(dates).map((run) => (
          <Run key={run.from} run={run} />
        ))}
      </ul>
    </>
  )
}

/** What the rules of the type say to so many days. */
function Wanted({ halves, type: { quotaDays, certificateAfterDays: after } }: { halves: number; type: LeaveTypeRow }) {
  const { t } = useText()
  const isBeyond = quotaDays !== null && halves > 2 * quotaDays
  const wantsPaper = after !== null && halves > 2 * after
  return (
    <>
      {isBeyond && <p className="hint">{t('leaveCount.beyond', { n: quotaDays })}</p>}
      {wantsPaper && (
        <p className="hint">
          {after === 0 ? t('leaveCount.certificate') : t('leaveCount.certificateBeyond', { n: after })}
        </p>
      )}
    </>
  )
}

function Run({ run: { from, to, why, name, halves, isHalf } }: { run: CountedRun }) {
  const { t } = useText()
  const weekday = byName(`weekDay.${WEEK_DAYS[weekdayOf(from)]}`)
  return (
    <li className={halves === 0 ? 'free' : undefined}>
      <span className="num">
        {from === to
          ? t('leaveCount.oneDate', { date: from.slice(5), weekday })
          : t('leaveCount.dates', { from: from.slice(5), to: to.slice(5) })}
      </span>
      <span>
        {t(`leaveCount.why.${why}`)}
        {name && <small>{name}</small>}
        {isHalf && <small>{t('leaveCount.isHalf')}</small>}
      </span>
      <b className="num">{daysText(halves)}</b>
    </li>
  )
}
