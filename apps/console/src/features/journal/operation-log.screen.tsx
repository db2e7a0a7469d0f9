import { operationLogActions, operationLogGet, operationLogResource, type OperationLogRow } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { showTime } from '../../lib/time/clock.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/list-slots.ts'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'
import { actionWords, areaWords } from '../../parts/log/action-words.ts'
import { ChangeTable } from './change-table.tsx'
import { ObjectsFeed, Outcome, Targets, useCommandName } from './logged-objects.tsx'
import { LOG_SLOTS, timeCell, traceCell, userCell } from './log-slots.tsx'

/** The second line of two-line cells, for exports. */
const BESIDE = { username: ['deptName'] } as const satisfies Beside<typeof operationLogResource>

/** The verb leads to the details. */
function Verb({ row, onOpen }: { row: OperationLogRow; onOpen: () => void }) {
  const command = useCommandName(row.id)
  return (
    <button type="button" className="link" onClick={onOpen}>
      {command ?? byName(`verb.${row.verb}`, row.verb)}
    </button>
  )
}

function About({ row, all = false }: { row: OperationLogRow; all?: boolean }) {
  return (
    <span className="log-about">
      <Targets line={row} all={all} /> <Outcome lineId={row.id} />
    </span>
  )
}

function OperationDetail({ line, onClose }: { line: OperationLogRow; onClose: () => void }) {
  const { t } = useText()
  const full = useAnswer(operationLogGet, { id: line.id })
  const { area } = line
  const facts = {
    ts: showTime(line.ts),
    username: [line.username, line.deptName].filter(Boolean).join(' · '),
    area: (
      <span>
        {areaWords(area)} <About row={line} all />
      </span>
    ),
    ip: line.ip,
    traceId: line.traceId,
  }
  return (
    <SideDialog title={actionWords(line.action)} width={720} onClose={onClose}>
      <Facts>
        {Object.entries(facts).map(([name, value]) => (
          <Fact key={name} name={byName(`operationLog.${name}`)}>
            {value}
          </Fact>
        ))}
      </Facts>
      <h3 className="part-title">{t('log.changes')}</h3>
      <Fetched query={full} rows={3}>
        {({ before, after }) => <ChangeTable area={area} before={before} after={after} />}
      </Fetched>
    </SideDialog>
  )
}

/** The values that occur in the user's scope, to choose from; all that have texts until these are fetched. */
function useOffered(): ListSlots<typeof operationLogResource>['options'] {
  const { data } = useAnswer(operationLogActions, {}, { staleMs: 60_000, silent: true })
  return useMemo(() => {
    const parts = (at: 0 | 1) => [...new Set(data?.map((action) => action.split('.')[at] ?? ''))]
    return data && { area: parts(0), verb: parts(1) }
  }, [data])
}

/** Who did what, when, from where, and what changed (SEC-15). */
export default function OperationLogScreen() {
  useText()
  const [open, setOpen] = useState<OperationLogRow | null>(null)
  const options = useOffered()
  const slots: ListSlots<typeof operationLogResource> = {
    ...LOG_SLOTS,
    ...(options && { options }),
    exportBeside: BESIDE,
    onOpen: setOpen,
    live: { feed: (lines) => <ObjectsFeed lines={lines} />, around: (_line, draw) => draw(), mark: () => null },
    cells: {
      ts: timeCell,
      username: (row) => userCell(row),
      verb: (row) => <Verb row={row} onOpen={() => setOpen(row)} />,
      area: ({ area }) => <span className="log-area">{areaWords(area)}</span>,
      targetIds: (row) => <About row={row} />,
      ip: ({ ip }) => <span className="num t2">{ip}</span>,
      traceId: traceCell,
    },
  }
  return (
    <>
      <ListPage resource={operationLogResource} slots={slots} />
      {open && <OperationDetail line={open} onClose={() => setOpen(null)} />}
    </>
  )
}
