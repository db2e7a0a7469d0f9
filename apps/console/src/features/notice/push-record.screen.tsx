import { pushRecordResource, type PushRecordRow, type PushStatus } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { Chip } from '../../parts/reading/status-chip.tsx'
import { NoticeTab } from './notice-tabs.tsx'

const GLYPHS: Readonly<Record<PushStatus, GlyphName>> = {
  PENDING: 'moving',
  SENT: 'done',
  READ: 'done',
  FAILED: 'level2',
  DROPPED: 'disabled',
}

/** Glyph and word, never colour alone. */
function Status({ row: { status } }: { row: Pick<PushRecordRow, 'status'> }) {
  return (
    <Chip
      tone={status === 'DROPPED' ? 'off' : 'plain'}
      glyph={GLYPHS[status]}
      text={byName(`enum.pushStatus.${status}`)}
    />
  )
}

const SLOTS: ListSlots<typeof pushRecordResource> = {
  cells: {
    status: (row) => <Status row={row} />,
    // A message that waits is due in the future.
    dueTime: ({ dueTime }) => <span className="num">{showTime(dueTime)}</span>,
  },
  phone: {
    second: (row) => (
      <>
        <Status row={row} />
        <span className="clip">{row.content ?? row.deviceName}</span>
      </>
    ),
  },
}

/** What was told to whom, and what became of it. */
export default function PushRecordScreen() {
  useText()
  return (
    <NoticeTab>
      <ListPage resource={pushRecordResource} slots={SLOTS} />
    </NoticeTab>
  )
}
