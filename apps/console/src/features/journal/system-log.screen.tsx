import type { SystemLevel, SystemLogRow } from '@sluice/contract'
import { systemLogResource } from '@sluice/contract'
import { useState } from 'react'
import { showTime } from '../../lib/time/clock.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'
import { Chip, type ChipTone } from '../../parts/reading/status-chip.tsx'
import { LOG_SLOTS, timeCell, traceCell } from './log-slots.tsx'

/** The shape tells the level; the colours are those of devices. */
const LOOKS = {
  WARN: { tone: 'off', glyph: 'level2' },
  ERROR: { tone: 'plain', glyph: 'level3' },
  FATAL: { tone: 'barred', glyph: 'level4' },
} as const satisfies Record<SystemLevel, { tone: ChipTone; glyph: GlyphName }>

function Level({ line }: { line: SystemLogRow }) {
  useText()
  const { level } = line
  return <Chip {...LOOKS[level]} text={byName(`enum.systemLevel.${level}`)} />
}

function LineDetail({ line, onClose }: { line: SystemLogRow; onClose: () => void }) {
  const { t } = useText()
  const { facts } = line
  return (
    <SideDialog title={line.message} width={720} onClose={onClose}>
      <p className="chips">
        <Level line={line} />
        <span className="num t2">{showTime(line.ts)}</span>
        {line.traceId !== null && <span className="mono t3">{line.traceId}</span>}
      </p>
      {Object.keys(facts).length > 0 && (
        <>
          <h3 className="part-title">{t('log.facts')}</h3>
          <pre className="log-facts">{JSON.stringify(facts, null, 2)}</pre>
        </>
      )}
      {line.stack !== null && (
        <>
          <h3 className="part-title">{t('systemLog.stack')}</h3>
          <pre className="log-facts">{line.stack}</pre>
        </>
      )}
    </SideDialog>
  )
}

/** Warnings and errors of the server itself, for its operator. */
export default function SystemLogScreen() {
  useText()
  const [open, setOpen] = useState<SystemLogRow | null>(null)
  const slots: ListSlots<typeof systemLogResource> = {
    ...LOG_SLOTS,
    twoLines: false,
    onOpen: setOpen,
    cells: {
      ts: timeCell,
      level: (row) => <Level line={row} />,
      message: (row) => (
        <button type="button" className="link log-message" onClick={() => setOpen(row)}>
          {row.message}
        </button>
      ),
      cause: ({ cause }) => (cause === null ? null : <span className="log-message t2">{cause}</span>),
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
