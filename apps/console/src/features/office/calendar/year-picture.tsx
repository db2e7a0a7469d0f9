import type { WorkDay, WorkDayKind } from '@sluice/contract'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { WEEK_DAYS } from '../../../lib/text/value-text.ts'
import { type Choice, isWeekend, spanOf, stepTo, weeksOf } from './year.rules.ts'

const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1)

interface YearPictureProps {
  year: number
  days: readonly WorkDay[]
  /** `YYYY-MM-DD`. */
  today: string
  choice: Choice | null
  onChoose: (choice: Choice) => void
}

const dateAt = (target: EventTarget) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-date]')?.dataset['date'] ?? null) : null

/** How a day is drawn: what the calendar says of it, else whether it is of a weekend. */
const faceOf = (date: string, kind: WorkDayKind | undefined) => kind ?? (isWeekend(date) ? 'weekend' : '')

/** Twelve months. A day, or with shift, a drag or a second touch several, are chosen; arrows walk through the year. */
export function YearPicture({ year, days, today, choice, onChoose }: YearPictureProps) {
  const { t } = useText()
  const known = new Map(days.map((day) => [day.date, day]))
  const chosen = choice && spanOf(choice)
  const root = useRef<HTMLDivElement>(null)
  const [walked, setWalked] = useState<string | null>(null)
  const isDragged = useRef(false)
  /** The one day that the tab key leads to. */
  const entry = [choice?.end, today].find((date) => date?.startsWith(String(year))) ?? `${year}-01-01`
  useEffect(() => {
    if (walked !== null) root.current?.querySelector<HTMLElement>(`[data-date="${walked}"]`)?.focus()
  }, [walked])

  const choose = (date: string, extends_: boolean) =>
    onChoose(extends_ && choice ? { anchor: choice.anchor, end: date } : { anchor: date, end: date })
  const press = (event: PointerEvent) => {
    const date = dateAt(event.target)
    if (date === null || event.button !== 0) return
    const isTouch = event.pointerType === 'touch'
    // A finger moves the page, so a second touch is what a drag is.
    const isSecond = isTouch && choice !== null && choice.anchor === choice.end && date > choice.anchor
    isDragged.current = !isTouch
    setWalked(null)
    choose(date, event.shiftKey || isSecond)
  }
  const drag = (event: PointerEvent) => {
    const date = dateAt(event.target)
    if (isDragged.current && event.buttons === 1 && date !== null && date !== choice?.end) choose(date, true)
  }
  const walk = (event: KeyboardEvent) => {
    const date = dateAt(event.target)
    if (date === null) return
    if (event.key === 'Enter' || event.key === ' ') choose(date, event.shiftKey)
    else {
      const to = stepTo(event.key, date)
      if (to === undefined) return
      setWalked(to)
      if (event.shiftKey) onChoose({ anchor: choice?.anchor ?? date, end: to })
    }
    event.preventDefault()
  }

  return (
    <div
      ref={root}
      className="year"
      onPointerDown={press}
      onPointerOver={drag}
      onPointerUp={() => {
        isDragged.current = false
      }}
      onKeyDown={walk}
      onClick={(event) => {
        const date = dateAt(event.target)
        // A screen reader presses without a pointer.
        if (date !== null && event.detail === 0) choose(date, event.shiftKey)
      }}
    >
      {MONTHS.map((month) => (
        <table key={month} className="month">
          <caption>{t(`workDay.month.${month}` as 'workDay.month.1')}</caption>
          <thead>
            <tr>
              {WEEK_DAYS.map((day) => (
                <th key={day} scope="col">
                  {t(`workDay.weekday.${day}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(year, month).map((week) => (
              <tr key={week.find((date) => date !== null)}>
                {week.map((date, n) => (
                  // A week of a month has each weekday once.
                  <td key={WEEK_DAYS[n]}>
                    {date !== null && (
                      <Day
                        date={date}
                        day={known.get(date)}
                        isToday={date === today}
                        isChosen={chosen !== null && chosen.from <= date && date <= chosen.to}
                        isEntry={date === (walked ?? entry)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

interface DayProps {
  date: string
  day: WorkDay | undefined
  isToday: boolean
  isChosen: boolean
  isEntry: boolean
}

function Day({ date, day, isToday, isChosen, isEntry }: DayProps) {
  const { t } = useText()
  const kind = day && byName(`enum.workDayKind.${day.kind}`)
  return (
    <button
      type="button"
      data-date={date}
      tabIndex={isEntry ? 0 : -1}
      className={['day', faceOf(date, day?.kind), isToday ? 'today' : ''].filter(Boolean).join(' ')}
      aria-pressed={isChosen}
      {...(isToday ? { 'aria-current': 'date' as const } : {})}
      aria-label={[date, kind, day?.name].filter(Boolean).join(t('list.comma'))}
      title={[kind, day?.name].filter(Boolean).join(t('list.comma')) || undefined}
    >
      {Number(date.slice(8))}
      {day && <small>{t(`workDay.mark.${day.kind}`)}</small>}
    </button>
  )
}
