import { Card } from '../../../parts/section/section.tsx'
import { countLeave, USUAL_WEEK, type WorkDay, WORK_DAY_KINDS, workDayResource, workYear } from '@sluice/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { startExport } from '../../../lib/api/jobs.ts'
import { saveContent } from '../../../lib/api/save-file.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { useNow } from '../../../lib/time/clock.ts'
import { toPicked } from '../../../lib/time/picked-time.ts'
import { Button, ButtonLink } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { ImportDialog } from '../../../parts/list/import/import-dialog.tsx'
import { MenuButton } from '../../../parts/overlay/menu-button.tsx'
import { CountPanel } from './count-panel.tsx'
import { JsonImport } from './json-import.tsx'
import { MarkDays } from './mark-days.tsx'
import { type Choice, spanOf } from './year.rules.ts'
import { YearPicture } from './year-picture.tsx'
import './calendar.css'

const HOUR_MS = 3_600_000
type Import = 'sheet' | 'json'

/** The work calendar of a year as a picture: what is free, what is worked, and what a leave on chosen days costs. */
export default function CalendarScreen() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const now = useNow(HOUR_MS)
  const today = toPicked(new Date(now).toISOString()).format('YYYY-MM-DD')
  const year = Number(search.get('year') ?? today.slice(0, 4))
  const [choice, setChoice] = useState<Choice | null>(null)
  const [importing, setImporting] = useState<Import | null>(null)
  const mayMark = usePermission(['workDay:edit'])
  const mayImport = usePermission(['workDay:import'])
  const answer = useAnswer(workYear, { year }, { keep: true, follows: ['workDay'] })
  const turn = (to: number) => setSearch({ year: String(to) }, { replace: true })
  const span = choice && spanOf(choice)
  return (
    <div className="work-calendar">
      <Card className="year-card">
        <div className="panel-head year-head">
          <ToolButton label={t('workDay.before')} icon="left" onClick={() => turn(year - 1)} />
          <h2 className="num">{year}</h2>
          <ToolButton label={t('workDay.after')} icon="right" onClick={() => turn(year + 1)} />
          {answer.data && <YearSum year={year} days={answer.data.days} />}
          <span className="end row">
            {answer.data && <Tools year={year} days={answer.data.days} onImport={mayImport ? setImporting : null} />}
          </span>
        </div>
        <Fetched query={answer} rows={8}>
          {({ days }) => (
            <>
              {days.length === 0 && (
                <NoCalendar year={year} onImport={mayImport ? () => setImporting('sheet') : null} />
              )}
              <YearPicture key={year} year={year} days={days} today={today} choice={choice} onChoose={setChoice} />
            </>
          )}
        </Fetched>
        <Legend />
      </Card>
      <aside className="stack calendar-side">
        {span ? (
          <>
            <CountPanel span={span} onSpan={({ from, to }) => setChoice({ anchor: from, end: to })} />
            {mayMark && answer.data && <MarkDays key={`${span.from} ${span.to}`} span={span} days={answer.data.days} />}
          </>
        ) : (
          <Card>
            <p className="hint">{t(mayMark ? 'workDay.chooseToMark' : 'workDay.chooseToCount')}</p>
          </Card>
        )}
      </aside>
      {importing === 'sheet' && <ImportDialog resource={workDayResource} onClose={() => setImporting(null)} />}
      {importing === 'json' && (
        <JsonImport
          onClose={() => setImporting(null)}
          onDone={(of) => {
            setImporting(null)
            turn(of)
          }}
        />
      )}
    </div>
  )
}

/** How many days of a year are worked; nothing where its calendar is not there. */
function YearSum({ year, days }: { year: number; days: readonly WorkDay[] }) {
  const { t } = useText()
  const whole = { from: `${year}-01-01`, fromHalf: 'AM', to: `${year}-12-31`, toHalf: 'PM' } as const
  const counted = countLeave({ ...whole, countIn: 'WORKING', calendar: days, week: USUAL_WEEK })
  if ('refused' in counted) return null
  const of = (kind: WorkDay['kind']) => days.filter((day) => day.kind === kind).length
  return (
    <span className="t3 num">
      {t('workDay.sum', { worked: counted.halves / 2, off: of('HOLIDAY'), adjusted: of('ADJUST_WORK') })}
    </span>
  )
}

interface ToolsProps {
  year: number
  days: readonly WorkDay[]
  onImport: ((from: Import) => void) | null
}

function Tools({ year, days, onImport }: ToolsProps) {
  const { t } = useText()
  const mayExport = usePermission(['workDay:export'])
  const columns = Object.keys(workDayResource.fields)
  const items = (['xlsx', 'csv'] as const).map((format) => ({
    key: format,
    label: t('workDay.exportAll', { format: format.toUpperCase() }),
    // The request layer shows the failure.
    onSelect: () => void startExport(workDayResource, { format, columns, filters: {} }).catch(() => undefined),
  }))
  const json = {
    key: 'json',
    label: t('workDay.exportYear', { year }),
    onSelect: () => saveContent(new Blob([JSON.stringify(days, null, 2)]), `work-calendar-${year}.json`),
  }
  return (
    <>
      <ButtonLink to="/leave/work-day" kind="link">
        {t('workDay.asList')}
      </ButtonLink>
      {mayExport && (
        <MenuButton label={t('export.title')} items={days.length > 0 ? [...items, json] : items}>
          <Icon name="download" size={16} />
        </MenuButton>
      )}
      {onImport && (
        <MenuButton
          label={t('workDay.import')}
          items={[
            { key: 'sheet', label: t('workDay.importSheet'), onSelect: () => onImport('sheet') },
            { key: 'json', label: t('workDay.importJson'), onSelect: () => onImport('json') },
          ]}
        >
          <Icon name="upload" size={16} />
        </MenuButton>
      )}
    </>
  )
}

/** The notice of a year is brought, never guessed. */
function NoCalendar({ year, onImport }: { year: number; onImport: (() => void) | null }) {
  const { t } = useText()
  return (
    <div className="no-calendar" role="status">
      <p>
        <b>{t('workDay.none', { year })}</b>
        <small>{t(onImport ? 'workDay.noneImport' : 'workDay.noneAsk')}</small>
      </p>
      {onImport && (
        <Button kind="theme" icon="upload" onClick={onImport}>
          {t('workDay.importSheet')}
        </Button>
      )}
    </div>
  )
}

function Legend() {
  const { t } = useText()
  return (
    <ul className="year-legend">
      {WORK_DAY_KINDS.map((kind) => (
        <li key={kind}>
          <span className={`day ${kind}`} aria-hidden>
            8<small>{t(`workDay.mark.${kind}`)}</small>
          </span>
          {byName(`enum.workDayKind.${kind}`)}
        </li>
      ))}
      <li>
        <span className="day weekend" aria-hidden>
          8
        </span>
        {t('workDay.weekend')}
      </li>
    </ul>
  )
}
