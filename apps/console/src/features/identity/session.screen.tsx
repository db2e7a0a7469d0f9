import { kickSession, sessionResource, type OnlineSession } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { ask } from '../../lib/ask.ts'
import { showTime } from '../../lib/clock.ts'
import { forgetRows } from '../../lib/query.ts'
import { useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/list-slots.ts'
import type { Cells } from '../../parts/list/table-props.ts'
import { Address, Agent } from '../../parts/origin.tsx'
import { Chip } from '../../parts/status-chip.tsx'

const REFRESH_MS = 30_000
/** What an export writes of the cells with two lines. */
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

/** Asks, ends it, and reads again what became of it. */
function useKick(): (session: OnlineSession) => Promise<void> {
  const { t } = useText()
  const client = useQueryClient()
  return async ({ id, nickName: name, ip }) => {
    const sure = await ask({
      title: t('ask.title'),
      text: t('session.kickSure', { name, ip }),
      confirm: t('session.kick'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!sure) return
    try {
      await call(kickSession, { id })
      toast('success', t('session.kicked', { name }))
    } catch {
      // Shown by the request layer; the list shows what became of it.
    }
    await forgetRows(client, sessionResource.name)
  }
}

/** Who is signed in now; one's own is marked and cannot be ended by mistake. */
export default function SessionScreen() {
  const { t } = useText()
  const mayKick = usePermission(['session:kick'])
  const kick = useKick()
  const slots: ListSlots<typeof sessionResource> = {
    twoLines: true,
    cells: CELLS,
    beside: BESIDE,
    againMs: () => REFRESH_MS,
    ...(mayKick && {
      rowActions: (row: OnlineSession) => [
        {
          key: 'kick',
          label: t('session.kick'),
          danger: true,
          because: row.own ? t('session.kickOwn') : null,
          onClick: () => void kick(row),
        },
      ],
    }),
  }
  return <ListPage resource={sessionResource} slots={slots} />
}
