import { operationLogActions, operationLogGet, operationLogResource, type OperationLogRow } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { showTime } from '../../lib/time/clock.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/list-slots.ts'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'
import { actionWords, areaWords } from '../../parts/log/action-words.ts'
import { ChangeTable } from './change-table.tsx'
import { LOG_SLOTS, timeCell, traceCell, userCell } from './log-slots.tsx'

/** Most ids named in a row; of more only the number is shown. */
const MOST_IDS = 3
/** The second line of two-line cells, for exports. */
const BESIDE = { username: ['deptName'] } as const satisfies Beside<typeof operationLogResource>

function Target({ row }: { row: OperationLogRow }) {
  const ids = row.targetIds
  const more = ids.length > MOST_IDS ? ` … (${ids.length})` : ''
  return <span className="num t2">{ids.slice(0, MOST_IDS).join(', ') + more || MISSING}</span>
}

function OperationDetail({ line, onClose }: { line: OperationLogRow; onClose: () => void }) {
  const { t } = useText()
  const full = useAnswer(operationLogGet, { id: line.id })
  const { area } = line
  const facts = {
    ts: showTime(line.ts),
    username: [line.username, line.deptName].filter(Boolean).join(' · '),
    area: `${areaWords(area)} ${line.targetIds.join(', ')}`,
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
    cells: {
      ts: timeCell,
      username: (row) => userCell(row),
      verb: (row) => (
        <button type="button" className="link" onClick={() => setOpen(row)}>
          {byName(`verb.${row.verb}`, row.verb)}
        </button>
      ),
      area: ({ area }) => <span className="log-area">{areaWords(area)}</span>,
      targetIds: (row) => <Target row={row} />,
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
