import { operationLogActions, operationLogResource, type OperationLogRow } from '@sluice/contract'
import { type FocusEvent, type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { useAnswer } from '../../lib/api/answer.ts'
import { showTime } from '../../lib/time/clock.ts'
import { byName, t, useText } from '../../lib/text/text.ts'
import type { ListQuery } from '../../parts/list/list-query.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/layout/list-slots.ts'
import { createRowWalk, useRowSteps } from '../../parts/list/row-walk.ts'
import { areaWords } from '../../parts/log/action-words.ts'
import { ChainMark } from './chain-mark.tsx'
import { ChainNode } from './chain-node.tsx'
import { ChangeCell, OutcomeCell } from './log-cells.tsx'
import { LogCounts } from './log-counts.tsx'
import { countsOf, folded } from './log-fold.ts'
import { addressOf, ObjectsFeed, useLogged } from './logged-objects.tsx'
import { LoggedSentence, WhoSign } from './logged-sentence.tsx'
import { LOG_SLOTS, traceCell, userCell } from './log-slots.tsx'
import { NewLines } from './new-lines.tsx'
import { OperationDetail } from './operation-detail.tsx'

type Slots = ListSlots<typeof operationLogResource>

/** What a person reads; the rest is a choice of columns. */
const COLUMNS = ['ts', 'action', 'change', 'outcome'] as const
/** Whose sentence it is, and about which rows, for sheets that are sorted and searched. */
const BESIDE = { action: ['username', 'deptName', 'targetIds'] } as const satisfies Beside<typeof operationLogResource>
/** Drawn as numbers above the table, or set by links only. */
const OMITTED = ['ts', 'batch', 'category'] as const
/** People are chosen from a search by those who may see them, else their account is typed; so it is with devices. */
const UNSEEN = { people: 'userId', typed: 'username', devices: 'deviceId' } as const

function useOmitted() {
  const [mayPeople, mayDevices] = [usePermission(['user:list']), usePermission(['device:list'])]
  return [...OMITTED, mayPeople ? UNSEEN.typed : UNSEEN.people, ...(mayDevices ? [] : [UNSEEN.devices])]
}

interface RowProps {
  row: OperationLogRow
  isShown: boolean
  onShow: () => void
  /** How many lines of this page it stands for. */
  lines: number
  isOpen: boolean
  onTurn: () => void
}

/** Who did what; a batch says how many, and opens. */
function Sentence({ row, isShown, onShow, lines, isOpen, onTurn }: RowProps) {
  useText()
  const isFolded = lines > 1 && !isOpen
  return (
    <span className="log-line">
      <button
        type="button"
        className="log-open"
        aria-label={t('log.open', { time: showTime(row.ts) })}
        aria-pressed={isShown}
        onClick={onShow}
      />
      <WhoSign by={row} />
      <span className="log-words">
        <LoggedSentence line={row} alone={!isFolded} />
        {lines > 1 && (
          <button type="button" className="link log-turn" aria-expanded={isOpen} onClick={onTurn}>
            {t(isOpen ? 'log.fold' : 'log.unfold', { n: lines })}
          </button>
        )}
        <span className="log-second">
          <OutcomeCell row={row} alone={!isFolded} />
          <time className="num t3" dateTime={row.ts}>
            {showTime(row.ts)}
          </time>
        </span>
      </span>
    </span>
  )
}

/** The values that occur in the user's scope, to choose from; all that have texts until these are fetched. */
function useOffered(): Slots['options'] {
  const { data } = useAnswer(operationLogActions, {}, { staleMs: 60_000, silent: true })
  return useMemo(() => {
    const parts = (at: 0 | 1) => [...new Set(data?.map((action) => action.split('.')[at] ?? ''))]
    return data && { area: parts(0), verb: parts(1) }
  }, [data])
}

/** The batches that are open, and the lines as they are then drawn. */
function useFolding() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [search] = useSearchParams()
  // Whoever asks for one call or one batch wants its lines.
  const isWhole = search.has('batch') || search.has('keyword')
  const counts = useRef<ReadonlyMap<string, number>>(new Map())
  const drawn = useRef<readonly OperationLogRow[]>([])
  const fold = useCallback(
    (lines: readonly OperationLogRow[]) => {
      counts.current = isWhole ? new Map() : countsOf(lines)
      drawn.current = isWhole ? lines : folded(lines, open)
      return drawn.current
    },
    [isWhole, open],
  )
  const turn = (batch: string) =>
    setOpen((now) => (now.has(batch) ? new Set([...now].filter((one) => one !== batch)) : new Set([...now, batch])))
  return { fold, turn, open, counts, drawn }
}

/** Who did what, when, from where, and what changed (SEC-15). */
export default function OperationLogScreen() {
  useText()
  const navigate = useNavigate()
  const [line, setLine] = useState<OperationLogRow | null>(null)
  const { fold, turn, open, counts, drawn } = useFolding()
  const whole = useRef<HTMLDivElement>(null)
  const options = useOffered()
  const omitted = useOmitted()
  const mayVerify = usePermission(['operationLog:verify'])
  const logged = useLogged(line?.id ?? '')
  const show = (row: OperationLogRow) => {
    const object = logged?.objects[0]
    const address = row.id === line?.id && object && object.name !== null ? addressOf(logged.kind, object) : null
    if (address === null) setLine(row)
    else void navigate(address)
  }
  const close = () => {
    const row = whole.current?.querySelector<HTMLElement>(`[data-row-key="${line?.id}"]`)
    setLine(null)
    row?.focus()
  }
  const [walk] = useState(() => createRowWalk<OperationLogRow>())
  const steps = useRowSteps(walk, line?.id ?? null, setLine)
  // The keys of the list move the focus from row to row: the details follow.
  const onFocus = ({ target }: FocusEvent) => {
    const key = target.closest('tr[data-row-key]')?.getAttribute('data-row-key')
    const row = key && line && key !== line.id ? drawn.current.find(({ id }) => id === key) : undefined
    if (row) setLine(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isInRow = (event.target as Element).closest('tr[data-row-key]') !== null
    if (event.key === 'Escape' && line && isInRow) close()
  }
  const slots: Slots = {
    ...LOG_SLOTS,
    ...(options && { options }),
    omitFilters: omitted,
    counts: (query, setFilter, filter) => (
      <>
        {LOG_SLOTS.counts(query as ListQuery, setFilter, filter)}
        <LogCounts query={query} onFilter={setFilter} />
      </>
    ),
    columns: COLUMNS,
    exportBeside: BESIDE,
    fold,
    arrived: (query, rows, load) => <NewLines query={query} first={rows[0]?.id} onLoad={load} />,
    onOpen: show,
    walk,
    phone: {
      title: (row) => (
        <LoggedSentence line={row} alone={(counts.current.get(row.id) ?? 1) < 2 || open.has(row.batch)} />
      ),
      second: (row) => <OutcomeCell row={row} alone={(counts.current.get(row.id) ?? 1) < 2 || open.has(row.batch)} />,
    },
    tools: <ChainMark />,
    live: { feed: (lines) => <ObjectsFeed lines={lines} />, around: (_line, draw) => draw(), mark: () => null },
    cells: {
      ts: (row) => (
        <span className="log-wide num">
          {mayVerify && <ChainNode row={row} />}
          {showTime(row.ts)}
        </span>
      ),
      action: (row) => (
        <Sentence
          row={row}
          isShown={row.id === line?.id}
          onShow={() => setLine(row)}
          lines={counts.current.get(row.id) ?? 1}
          isOpen={open.has(row.batch)}
          onTurn={() => turn(row.batch)}
        />
      ),
      change: (row) => (
        <span className="log-wide">
          <ChangeCell row={row} />
        </span>
      ),
      outcome: (row) => (
        <span className="log-wide">
          <OutcomeCell row={row} alone={(counts.current.get(row.id) ?? 1) < 2 || open.has(row.batch)} />
        </span>
      ),
      username: (row) => userCell(row),
      verb: ({ verb }) => byName(`verb.${verb}`, verb),
      area: ({ area }) => <span className="log-area">{areaWords(area)}</span>,
      targetIds: ({ targetIds }) => <span className="num t2">{targetIds.join(', ')}</span>,
      ip: ({ ip }) => <span className="num t2">{ip}</span>,
      traceId: traceCell,
    },
  }
  return (
    <div ref={whole} className={line ? 'log-screen open' : 'log-screen'} onFocus={onFocus} onKeyDown={onKeyDown}>
      <ListPage resource={operationLogResource} slots={slots} />
      {line && <OperationDetail line={line} steps={steps} onClose={close} />}
    </div>
  )
}
