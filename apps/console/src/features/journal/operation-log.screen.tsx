import type { OperationLine } from '@sluice/contract'
import { operationLogActions, operationLogGet, operationLogPage } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { showTime } from '../../lib/clock.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { byName, t, useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { SideDialog } from '../../parts/side-dialog.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { actionWords, areaWords } from './action-words.ts'
import { ChangeTable } from './change-table.tsx'
import { LogList } from './log-list.tsx'

const NAMES = ['username', 'area', 'verb', 'keyword']

function targets({ targetIds }: OperationLine): string {
  return targetIds.length > 3 ? `${targetIds.slice(0, 3).join(', ')} … (${targetIds.length})` : targetIds.join(', ')
}

/** `用户 12`: numbers say nothing without the thing they count. */
function targetWords({ action }: OperationLine, ids: string): string {
  return ids ? `${areaWords(action.split('.')[0]!)} ${ids}` : MISSING
}

function columnsOf(onOpen: (line: OperationLine) => void): TableColumnsType<OperationLine> {
  return [
    { key: 'ts', title: t('log.time'), render: (_v, line) => <span className="num">{showTime(line.ts)}</span> },
    {
      key: 'user',
      title: t('log.user'),
      render: (_v, line) => (
        <span className="list-name">
          <span>{line.username}</span>
          <small>{line.deptName ?? ''}</small>
        </span>
      ),
    },
    {
      key: 'action',
      title: t('log.what'),
      render: (_v, line) => (
        <button type="button" className="link" onClick={() => onOpen(line)}>
          {actionWords(line.action)}
        </button>
      ),
    },
    {
      key: 'target',
      title: t('log.target'),
      render: (_v, line) => <span className="num t2">{targetWords(line, targets(line))}</span>,
    },
    { key: 'ip', title: t('log.ip'), render: (_v, line) => <span className="num t2">{line.ip}</span> },
    {
      key: 'trace',
      title: t('log.trace'),
      render: (_v, line) => <span className="mono t3">{line.traceId.slice(0, 8)}</span>,
    },
  ]
}

function OperationDetail({ line, onClose }: { line: OperationLine; onClose: () => void }) {
  useText()
  const full = useQuery({
    queryKey: ['log-line', line.id],
    queryFn: ({ signal }) => call(operationLogGet, { id: line.id }, { inPlace: true, signal }),
  })
  const facts: readonly [string, string][] = [
    [t('log.time'), showTime(line.ts)],
    [t('log.user'), line.deptName ? `${line.username} · ${line.deptName}` : line.username],
    [t('log.target'), targetWords(line, line.targetIds.join(', '))],
    [t('log.ip'), line.ip],
    [t('log.trace'), line.traceId],
  ]
  return (
    <SideDialog title={actionWords(line.action)} width={720} onClose={onClose}>
      <dl className="detail">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="part-title">{t('log.changes')}</h3>
      {full.isPending && <WaitBlocks rows={3} />}
      {full.isError && (
        <EmptyState
          icon="broken"
          text={t('state.failed')}
          hint={full.error.message}
          action={{ label: t('action.retry'), onClick: () => void full.refetch() }}
        />
      )}
      {full.data && <ChangeTable area={line.action.split('.')[0]!} before={full.data.before} after={full.data.after} />}
    </SideDialog>
  )
}

/** Who did what, when, from where, and what it changed (SEC-15). */
export default function OperationLogScreen() {
  useText()
  const [open, setOpen] = useState<OperationLine | null>(null)
  const actions = useQuery({
    queryKey: ['log-actions'],
    queryFn: ({ signal }) => call(operationLogActions, {}, { silent: true, signal }),
    staleTime: 60_000,
  })
  const parts = (at: 0 | 1) => [...new Set((actions.data ?? []).map((action) => action.split('.')[at] ?? ''))]
  return (
    <>
      <LogList<OperationLine>
        name="operationLog"
        title={t('log.operation')}
        names={NAMES}
        filters={[
          { name: 'username', label: t('log.user') },
          {
            name: 'area',
            label: t('log.area'),
            options: parts(0).map((area) => ({ value: area, label: areaWords(area) })),
          },
          {
            name: 'verb',
            label: t('log.verb'),
            options: parts(1).map((verb) => ({ value: verb, label: byName(`verb.${verb}`, verb) })),
          },
          { name: 'keyword', label: t('log.target'), placeholder: t('log.targetHint') },
        ]}
        columns={columnsOf(setOpen)}
        load={(input, signal) => call(operationLogPage, input, { inPlace: true, signal })}
        onOpen={setOpen}
      />
      {open && <OperationDetail line={open} onClose={() => setOpen(null)} />}
    </>
  )
}
