import { useMobile } from '../../../lib/page/width.ts'
import { useText } from '../../../lib/text/text.ts'
import { ButtonLink } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { BatchBar } from './batch-bar.tsx'
import { HeldBar } from './held-bar.tsx'
import { ChooseButton, InboxFilter, InboxList, undo } from './inbox-list.tsx'
import { TaskPage } from './task-page.tsx'
import { useInbox } from './use-inbox.ts'
import { useKeys } from './use-keys.ts'
import './decision.css'
import './inbox.css'

const OWN = '/leave/apply/me-apply'

type Inbox = ReturnType<typeof useInbox>

function Keys() {
  const { t } = useText()
  return (
    <p className="inbox-keys" aria-hidden="true">
      <kbd>J</kbd>
      <kbd>K</kbd> {t('approval.keyMove')} <kbd>A</kbd> {t('approval.approve')} <kbd>R</kbd> {t('approval.reject')}{' '}
      <kbd>X</kbd> {t('approval.keyChoose')}
    </p>
  )
}

function NothingWaits() {
  const { t } = useText()
  return (
    <div className="inbox-none">
      <EmptyState icon="check" text={t('approval.none')} />
      <ButtonLink to={OWN}>{t('approval.seeOwn')}</ButtonLink>
    </div>
  )
}

/** The list at the left, or the whole page on a phone. */
function Side({ inbox, onUndo, isMobile }: { inbox: Inbox; onUndo: () => void; isMobile: boolean }) {
  const { t } = useText()
  const { query, all, rows, filter, setFilter, open, setOpen, held, gone, choosing, because } = inbox
  const last = held.findLast(({ until }) => until !== null)
  const isOld = query.error !== null && query.data !== undefined
  return (
    <section className={isOld ? 'card inbox-side stale' : 'card inbox-side'} aria-label={t('approval.title')}>
      <header className="inbox-head">
        <h2>
          {t('approval.title')} {query.data && <span className="num t3">{all.length}</span>}
        </h2>
        <ChooseButton choosing={choosing} />
      </header>
      <InboxFilter tasks={all} filter={filter} onFilter={setFilter} />
      <Fetched query={query}>
        {() =>
          all.length === 0 ? (
            <NothingWaits />
          ) : rows.length === 0 ? (
            <EmptyState icon="search" text={t('approval.noMatch')} />
          ) : (
            <InboxList
              rows={rows}
              openId={isMobile ? null : (open?.taskId ?? null)}
              held={held}
              gone={gone}
              choosing={choosing}
              onOpen={setOpen}
              onUndo={onUndo}
            />
          )
        }
      </Fetched>
      {choosing.tasks.length > 0 && <BatchBar tasks={choosing.tasks} because={because} onDone={choosing.clear} />}
      {last && <HeldBar held={last} onUndo={onUndo} />}
      {!isMobile && <Keys />}
    </section>
  )
}

/** The task that is open, with the way to those beside it. */
function Open({ inbox, isMobile, onUndo }: { inbox: Inbox; isMobile: boolean; onUndo: () => void }) {
  const { t } = useText()
  const { open, isOpenLeaving, goBeside, goOn, setOpen, choosing, because, place, held } = inbox
  if (!open) return null
  const last = held.findLast(({ until }) => until !== null)
  const head = (
    <span className="row task-steps">
      {isMobile && <ToolButton icon="left" label={t('approval.back')} onClick={() => setOpen(null)} />}
      <span className="num t3">{t('step.place', { n: place.at, total: place.of })}</span>
      <ToolButton icon="up" label={t('step.previous')} disabled={place.at <= 1} onClick={() => goBeside(-1)} />
      <ToolButton icon="down" label={t('step.next')} disabled={place.at >= place.of} onClick={() => goBeside(1)} />
    </span>
  )
  return (
    <div className="inbox-open">
      <TaskPage
        key={open.taskId}
        task={open}
        head={head}
        because={isOpenLeaving ? t('approval.decided') : because}
        keysOff={choosing.tasks.length > 0}
        onDecided={() => goOn(open.taskId)}
      />
      {isMobile && last && <HeldBar held={last} onUndo={onUndo} />}
    </div>
  )
}

/** OF-4: everything that waits for a person, of all flows: the list, the task that is open, and the decision. */
export default function InboxScreen() {
  const isMobile = useMobile()
  const inbox = useInbox(!isMobile)
  const { goBeside, choosing, open, setOpen } = inbox
  const onUndo = () => {
    const back = undo()
    if (back !== null) setOpen(back)
  }
  /** Extends what is chosen by the one beside. */
  const choose = (step: 1 | -1) => {
    if (open && !choosing.chosen.has(open.taskId)) choosing.toggle(open.taskId)
    const next = goBeside(step)
    if (next !== null && !choosing.chosen.has(next)) choosing.toggle(next)
  }
  useKeys({
    j: () => goBeside(1),
    k: () => goBeside(-1),
    J: () => choose(1),
    K: () => choose(-1),
    x: open && (() => choosing.toggle(open.taskId)),
    z: onUndo,
  })
  if (isMobile)
    return (
      <div className="inbox">
        {open ? <Open inbox={inbox} isMobile onUndo={onUndo} /> : <Side inbox={inbox} isMobile onUndo={onUndo} />}
      </div>
    )
  return (
    <div className="inbox inbox-halves">
      <Side inbox={inbox} isMobile={false} onUndo={onUndo} />
      <Open inbox={inbox} isMobile={false} onUndo={onUndo} />
    </div>
  )
}
