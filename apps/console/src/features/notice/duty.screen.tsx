import { copyDuty, DUTY_BANDS, dutyDepts, type DutyShift, dutyWeek, type OutputOf } from '@sluice/contract'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { useSession } from '../../lib/access/session.ts'
import { useAnswer } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { showTime, useNow } from '../../lib/time/clock.ts'
import { toPicked } from '../../lib/time/picked-time.ts'
import { Button } from '../../parts/button/button.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { RefSelect } from '../../parts/form/ref-select.tsx'
import { type DutyCell, DutyForm, useDutyChange } from './duty-form.tsx'
import { NoticeTab } from './notice-tabs.tsx'
import { Card } from '../../parts/section/section.tsx'

type Week = OutputOf<typeof dutyWeek>

const DAY = 'YYYY-MM-DD'
const MINUTE_MS = 60_000

/** The Monday of the week of a day. */
function mondayOf(day: dayjs.Dayjs): string {
  return day.subtract((day.day() + 6) % 7, 'day').format(DAY)
}

const isAt = (one: { from: string; to: string }, other: { from: string; to: string }) =>
  Date.parse(one.from) === Date.parse(other.from) && Date.parse(one.to) === Date.parse(other.to)

function Cell({ cell, onOpen }: { cell: DutyCell; onOpen: (() => void) | undefined }) {
  const { t } = useText()
  const now = useNow(MINUTE_MS)
  const { shift, from, to, holiday } = cell
  const isNow = Date.parse(from) <= now && now < Date.parse(to)
  const face = shift ? (shift.askedId ? 'asked' : isNow ? 'now' : '') : 'nobody'
  const about = shift?.askedName
    ? t('duty.askedShort', { name: shift.askedName })
    : shift?.swappedFromName
      ? t('duty.swappedFrom', { name: shift.swappedFromName })
      : null
  return (
    <button type="button" className={`duty-cell ${face}`} disabled={!onOpen} onClick={onOpen}>
      {shift?.name ?? t(holiday ? 'duty.asUsual' : 'duty.nobody')}
      {holiday && <small>{holiday.name}</small>}
      {about && <small>{about}</small>}
    </button>
  )
}

function WeekGrid({ week, onOpen }: { week: Week; onOpen: (cell: DutyCell) => void }) {
  const { t } = useText()
  const mayPlan = usePermission(['duty:edit'])
  const swaps = usePermission(['duty:swap'])
  const maySwap = ({ mayAsk, mayAnswer }: DutyShift) => swaps && (mayAsk || mayAnswer)
  const days = week.days.slice(0, -1)
  const holidayOf = (day: number) => week.holidays.find((one) => one.day === day)
  const now = useNow(MINUTE_MS)
  const today = week.days.findLastIndex((day) => Date.parse(day) <= now)
  const others = week.shifts.filter((shift) => !week.cells.some((cell) => isAt(cell, shift)))
  return (
    <>
      <div className="duty-scroll">
        <table className="duty">
          <thead>
            <tr>
              <th aria-label={t('duty.band')} />
              {days.map((day, n) => (
                <th
                  key={day}
                  scope="col"
                  className={n === today ? 'today' : undefined}
                  aria-current={n === today ? 'date' : undefined}
                >
                  {byName(`weekDay.${2 ** n}`)}
                  <small className="num">
                    {n === today ? t('duty.today', { date: showTime(day, '{m}-{d}') }) : showTime(day, '{m}-{d}')}
                  </small>
                  {holidayOf(n) && <small className="duty-holiday">{holidayOf(n)!.name}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DUTY_BANDS.map(({ name, from, to }) => (
              <tr key={name}>
                <th scope="row">
                  {t(`duty.band.${name}`)}
                  <small className="num">
                    {from}–{to}
                  </small>
                </th>
                {week.cells
                  .filter(({ band }) => band === name)
                  .map((cell) => {
                    const holiday = holidayOf(cell.day)
                    // The shift of a holiday stands above the usual one: it is asked first.
                    return (
                      <td key={cell.from}>
                        {[...(holiday ? [holiday] : []), undefined].map((of) => {
                          const shift = week.shifts.find((one) => isAt(cell, one) && one.holidayId === (of?.id ?? null))
                          const whole = { ...cell, shift, holiday: of }
                          const mayOpen = mayPlan || (shift !== undefined && maySwap(shift))
                          return (
                            <Cell
                              key={of?.id ?? 'usual'}
                              cell={whole}
                              onOpen={mayOpen ? () => onOpen(whole) : undefined}
                            />
                          )
                        })}
                      </td>
                    )
                  })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {others.length > 0 && (
        <OtherShifts shifts={others} mayOpen={(shift) => mayPlan || maySwap(shift)} onOpen={onOpen} />
      )}
    </>
  )
}

interface OtherProps {
  shifts: DutyShift[]
  mayOpen(shift: DutyShift): boolean
  onOpen(cell: DutyCell): void
}

/** Shifts of other times than the columns have. */
function OtherShifts({ shifts, mayOpen, onOpen }: OtherProps) {
  const { t } = useText()
  return (
    <ul className="push-people" aria-label={t('duty.others')}>
      {shifts.map((shift) => (
        <li key={shift.id} className="push-head">
          <span className="num">
            {showTime(shift.from, '{m}-{d} {h}:{i}')}–{showTime(shift.to, '{m}-{d} {h}:{i}')}
          </span>
          <Cell cell={{ ...shift, shift }} onOpen={mayOpen(shift) ? () => onOpen({ ...shift, shift }) : undefined} />
        </li>
      ))}
    </ul>
  )
}

/** The department that is asked for, else the first one with a rota, else that of the person; undefined until it is known. */
function useDept(asked: string | null): string | undefined {
  const own = useSession((session) => session.userInfo?.deptId)
  const planned = useAnswer(dutyDepts, asked === null ? {} : null, { silent: true })
  if (asked !== null) return asked
  if (planned.isPending) return undefined
  return planned.data?.[0]?.id ?? (own ? String(own) : undefined)
}

/** Who is called for the faults of a department, by the week. */
export default function DutyScreen() {
  const { t } = useText()
  const mayPlan = usePermission(['duty:edit'])
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useState<DutyCell | null>(null)
  const { busy, change } = useDutyChange()
  const deptId = useDept(search.get('dept'))
  const now = useNow(60_000)
  const monday = search.get('week') ?? mondayOf(toPicked(new Date(now).toISOString()))
  const week = useAnswer(dutyWeek, deptId ? { deptId, monday } : null, { keep: true })
  const go = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        if (value === undefined) before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true },
    )
  const turn = (days: number) => go('week', dayjs(monday).add(days, 'day').format(DAY))
  return (
    <NoticeTab>
      <Card>
        <div className="duty-tools">
          <span className="dept">
            <RefSelect to="dept" value={deptId ?? null} onChange={(id) => go('dept', id)} aria-label={t('duty.dept')} />
          </span>
          <Button onClick={() => turn(-7)}>{t('duty.before')}</Button>
          <span className="num">
            {dayjs(monday).format('MM-DD')}–{dayjs(monday).add(6, 'day').format('MM-DD')}
          </span>
          <Button onClick={() => turn(7)}>{t('duty.after')}</Button>
          {mayPlan && deptId && (
            <Button busy={busy} onClick={() => void change(() => call(copyDuty, { deptId, monday }), t('duty.copied'))}>
              {t('duty.copy')}
            </Button>
          )}
        </div>
        <p className="hint">{t('duty.hint')}</p>
        <Fetched query={week} rows={4}>
          {(found) => <WeekGrid week={found} onOpen={setOpen} />}
        </Fetched>
      </Card>
      {open && deptId && <DutyForm deptId={deptId} cell={open} onClose={() => setOpen(null)} />}
    </NoticeTab>
  )
}
