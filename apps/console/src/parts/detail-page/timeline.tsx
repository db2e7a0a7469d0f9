import { type Resource, resourcePath, type TimelineLine, type TimelinePage } from '@sluice/contract'
import { Fragment, useState } from 'react'
import { useAskedPages } from '../../lib/api/answer-pages.ts'
import { done, request } from '../../lib/api/api.ts'
import { showTime } from '../../lib/time/clock.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Button } from '../button/button.tsx'
import { EmptyState } from '../fetched/empty-state.tsx'
import { Fetched } from '../fetched/fetched.tsx'
import { Icon, type IconName } from '../icon/icons.tsx'
import { OperationSentence } from '../log/operation-sentence.tsx'
import { type ChangeLine, changeLines } from '../log/change-lines.ts'
import { changedValue } from './changed-value.tsx'

const LINES = 10
/** A change of more fields is folded. */
const SHOWN_CHANGES = 4

const ICONS: Readonly<Record<string, IconName>> = {
  insert: 'plus',
  update: 'pencil',
  del: 'cross',
  restore: 'history',
}

/** The audit entries of a row, newest first, page by page. */
function useTimeline(resource: Resource, id: string) {
  // Below the key of the row, so that refreshing the row refreshes its time line.
  return useAskedPages(['detail', resource.name, id, 'timeline'], async (page, how) => {
    const answer = await request('GET', resourcePath(resource, 'timeline'), { id, page, limit: LINES }, how)
    return done(answer, 'state.failed', how) as TimelinePage
  })
}

/** Field, before and after: the old value is struck through, the new one stands out. */
function Changes({ resource, lines }: { resource: Resource; lines: readonly ChangeLine[] }) {
  const { t } = useText()
  return (
    <dl className="timeline-changes">
      {lines.map(({ field, before, after }) => {
        const [was, is] = [before, after].map((value) => changedValue(resource, field, value))
        return (
          <div key={field}>
            <dt>{byName(`${resource.name}.${field}`, field)}</dt>
            <dd>
              {was === null && is === null ? (
                t('timeline.changed')
              ) : (
                <>
                  {was !== null && <del>{was}</del>}
                  {was !== null && is !== null && <span aria-hidden="true"> → </span>}
                  {is !== null && <ins>{is}</ins>}
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Line({ resource, line, name }: { resource: Resource; line: TimelineLine; name: string }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const changes = changeLines(line.before, line.after)
  const verb = line.action.split('.')[1] ?? ''
  const isWhole = line.before === null || line.after === null || changes.length > SHOWN_CHANGES
  return (
    <li className="timeline-line">
      <span className="timeline-dot">
        <Icon name={ICONS[verb] ?? 'right'} size={12} />
      </span>
      <div>
        <p className="timeline-what">
          <OperationSentence action={line.action} who={line.username} object={name} />
          <time className="t3 num" dateTime={line.ts} title={showTime(line.ts)}>
            {showTime(line.ts, '{h}:{i}:{s}')}
          </time>
        </p>
        {line.apiKeyName !== null && <p className="t3">{t('timeline.byKey', { name: line.apiKeyName })}</p>}
        {isWhole && changes.length > 0 && (
          <Button kind="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'timeline.fold' : 'timeline.unfold', { n: changes.length })}
          </Button>
        )}
        {changes.length > 0 && (isOpen || !isWhole) && <Changes resource={resource} lines={changes} />}
      </div>
    </li>
  )
}

function Days({ resource, lines, name }: { resource: Resource; lines: readonly TimelineLine[]; name: string }) {
  const dayOf = ({ ts }: TimelineLine) => showTime(ts, '{y}-{m}-{d}')
  return (
    <div className="timeline">
      {[...new Set(lines.map(dayOf))].map((day) => (
        <Fragment key={day}>
          <h3 className="timeline-day num">{day}</h3>
          <ol aria-label={day}>
            {lines
              .filter((line) => dayOf(line) === day)
              .map((line) => (
                <Line key={line.id} resource={resource} line={line} name={name} />
              ))}
          </ol>
        </Fragment>
      ))}
    </div>
  )
}

/** Who did what to the row and when, day by day; `name` is that of the row. */
export function Timeline({ resource, id, name }: { resource: Resource; id: string; name: string }) {
  const { t } = useText()
  const timeline = useTimeline(resource, id)
  const none = <EmptyState icon="history" text={t('timeline.empty')} hint={t('timeline.emptyHint')} />
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = timeline
  return (
    <>
      <Fetched query={timeline} empty={none}>
        {(lines) => <Days resource={resource} lines={lines} name={name} />}
      </Fetched>
      {hasNextPage && (
        <Button className="timeline-more" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('timeline.more')}
        </Button>
      )}
    </>
  )
}
