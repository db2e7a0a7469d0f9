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

/** Glyph and word, never colour alone; and its receipts: that it was read, and that the person took one of its faults. */
function Status({ row: { status, readTime, takenTime, test } }: { row: PushRecordRow }) {
  const { t } = useText()
  const receipts = [
    ...(test ? [t('push.isTest')] : []),
    ...(readTime ? [t('push.readAt', { time: showTime(readTime) })] : []),
    ...(takenTime ? [t('push.takenAt', { time: showTime(takenTime) })] : []),
  ]
  return (
    <span className="push-receipts">
      <Chip
        tone={status === 'DROPPED' ? 'off' : 'plain'}
        glyph={GLYPHS[status]}
        text={byName(`enum.pushStatus.${status}`)}
      />
      {receipts.map((receipt) => (
        <small key={receipt}>{receipt}</small>
      ))}
    </span>
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
