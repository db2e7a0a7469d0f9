import type { SystemLevel } from '@sluice/contract'
import { systemLogResource } from '@sluice/contract'
import { useState } from 'react'
import { showTime } from '../../lib/clock.ts'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { byName, useText } from '../../lib/text.ts'
import { ListPage, type ListSlots } from '../../parts/list/list-page.tsx'
import { SideDialog } from '../../parts/side-dialog.tsx'
import { Chip, type ChipTone } from '../../parts/status-chip.tsx'
import { LOG_SLOTS, timeCell, traceCell } from './log-slots.tsx'

const TONES = { WARN: 'level2', ERROR: 'level3', FATAL: 'level4' } as const satisfies Record<SystemLevel, ChipTone>

function Level({ line }: { line: AnyRow }) {
  useText()
  const level = line['level'] as SystemLevel
  return <Chip tone={TONES[level]} glyph={TONES[level]} text={byName(`enum.systemLevel.${level}`)} />
}

function LineDetail({ line, onClose }: { line: AnyRow; onClose: () => void }) {
  const { t } = useText()
  const facts = line['facts'] as object
  return (
    <SideDialog title={String(line['message'])} width={720} onClose={onClose}>
      <p className="chips">
        <Level line={line} />
        <span className="num t2">{showTime(String(line['ts']))}</span>
        {line['traceId'] !== null && <span className="mono t3">{String(line['traceId'])}</span>}
      </p>
      {Object.keys(facts).length > 0 && (
        <>
          <h3 className="part-title">{t('log.facts')}</h3>
          <pre className="log-facts">{JSON.stringify(facts, null, 2)}</pre>
        </>
      )}
      {line['stack'] !== null && (
        <>
          <h3 className="part-title">{t('systemLog.stack')}</h3>
          <pre className="log-facts">{String(line['stack'])}</pre>
        </>
      )}
    </SideDialog>
  )
}

/** Warnings and errors of the server itself, for whoever runs it. */
export default function SystemLogScreen() {
  useText()
  const [open, setOpen] = useState<AnyRow | null>(null)
  const slots: ListSlots = {
    ...LOG_SLOTS,
    twoLines: false,
    onOpen: setOpen,
    cells: {
      ts: timeCell,
      level: (row) => <Level line={row} />,
      message: (row) => (
        <button type="button" className="link log-message" onClick={() => setOpen(row)}>
          {String(row['message'])}
        </button>
      ),
      cause: ({ cause }) => (cause === null ? null : <span className="log-message t2">{String(cause)}</span>),
      traceId: traceCell,
    },
  }
  return (
    <>
      <ListPage resource={systemLogResource} slots={slots} />
      {open && <LineDetail line={open} onClose={() => setOpen(null)} />}
    </>
  )
}
