import type { SystemLevel, SystemLine } from '@sluice/contract'
import { SYSTEM_LEVELS, systemLogPage } from '@sluice/contract'
import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { showTime } from '../../lib/clock.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { byName, t, useText } from '../../lib/text.ts'
import { SideDialog } from '../../parts/side-dialog.tsx'
import { Chip, type ChipTone } from '../../parts/status-chip.tsx'
import { LogList } from './log-list.tsx'

const NAMES = ['level', 'keyword']
const TONES = { WARN: 'level2', ERROR: 'level3', FATAL: 'level4' } as const satisfies Record<SystemLevel, ChipTone>

function Level({ level }: { level: SystemLevel }) {
  useText()
  return <Chip tone={TONES[level]} glyph={TONES[level]} text={byName(`enum.systemLevel.${level}`)} />
}

function columnsOf(onOpen: (line: SystemLine) => void): TableColumnsType<SystemLine> {
  return [
    { key: 'ts', title: t('log.time'), render: (_v, line) => <span className="num">{showTime(line.ts)}</span> },
    { key: 'level', title: t('log.level'), render: (_v, line) => <Level level={line.level} /> },
    {
      key: 'message',
      title: t('log.message'),
      render: (_v, line) => (
        <button type="button" className="link log-message" onClick={() => onOpen(line)}>
          {line.message}
        </button>
      ),
    },
    {
      key: 'cause',
      title: t('log.cause'),
      render: (_v, line) => {
        const { error } = line.facts as { error?: { message?: unknown } }
        return <span className="log-message t2">{error?.message ? String(error.message) : MISSING}</span>
      },
    },
    {
      key: 'trace',
      title: t('log.trace'),
      render: (_v, line) => <span className="mono t3">{line.traceId?.slice(0, 8) ?? MISSING}</span>,
    },
  ]
}

/** Warnings and errors of the server itself, for whoever runs it. */
export default function SystemLogScreen() {
  useText()
  const [open, setOpen] = useState<SystemLine | null>(null)
  return (
    <>
      <LogList<SystemLine>
        name="systemLog"
        title={t('log.system')}
        names={NAMES}
        filters={[
          {
            name: 'level',
            label: t('log.level'),
            options: SYSTEM_LEVELS.map((value) => ({ value, label: byName(`enum.systemLevel.${value}`) })),
          },
          { name: 'keyword', label: t('search.keyword'), placeholder: t('log.systemHint') },
        ]}
        columns={columnsOf(setOpen)}
        load={(input, signal) => call(systemLogPage, input, { inPlace: true, signal })}
        onOpen={setOpen}
      />
      {open && (
        <SideDialog title={open.message} width={720} onClose={() => setOpen(null)}>
          <p className="chips">
            <Level level={open.level} />
            <span className="num t2">{showTime(open.ts)}</span>
            {open.traceId && <span className="mono t3">{open.traceId}</span>}
          </p>
          {Object.keys(open.facts).length > 0 && (
            <>
              <h3 className="part-title">{t('log.facts')}</h3>
              <pre className="log-facts">{JSON.stringify(open.facts, null, 2)}</pre>
            </>
          )}
          {open.stack && (
            <>
              <h3 className="part-title">{t('log.stack')}</h3>
              <pre className="log-facts">{open.stack}</pre>
            </>
          )}
        </SideDialog>
      )}
    </>
  )
}
