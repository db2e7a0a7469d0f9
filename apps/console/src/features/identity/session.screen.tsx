import { sessionResource, type OnlineSession } from '@sluice/contract'
import { showTime } from '../../lib/time/clock.ts'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/layout/list-slots.ts'
import type { Cells } from '../../parts/list/table/table-props.ts'
import { Address, Agent } from '../../domain/origin.tsx'
import { Chip } from '../../parts/reading/status-chip.tsx'

/** Who comes and goes is told; when somebody was last seen, which every call of theirs changes, is not. */
const REFRESH_MS = 30_000
/** The second line of two-line cells, for exports. */
const BESIDE = { nickName: ['username'] } as const satisfies Beside<typeof sessionResource>

function Person({ session }: { session: OnlineSession }) {
  const { t } = useText()
  return (
    <span className="chips">
      <span className="list-name">
        <span>{session.nickName}</span>
        <small>{session.username}</small>
      </span>
      {session.own && <Chip tone="plain" text={t('session.own')} />}
    </span>
  )
}

const CELLS: Cells<typeof sessionResource> = {
  nickName: (row) => <Person session={row} />,
  deptName: ({ deptName }) => <span className="t2">{deptName}</span>,
  ip: ({ ip }) => <Address ip={ip} />,
  userAgent: ({ userAgent, platform }) => <Agent userAgent={userAgent} otherwise={platform} />,
  createTime: ({ createTime }) => <span className="num t2">{showTime(createTime)}</span>,
}

const SLOTS: ListSlots<typeof sessionResource> = {
  twoLines: true,
  cells: CELLS,
  exportBeside: BESIDE,
  refetchMs: () => REFRESH_MS,
}

/** Current sessions; the user's own is marked and cannot be ended by mistake. */
export default function SessionScreen() {
  return <ListPage resource={sessionResource} slots={SLOTS} />
}
