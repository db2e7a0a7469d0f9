import type { OnlineSession } from '@sluice/contract'
import { DEFAULT_PAGE_LIMIT, kickSession, onlineSessionPage } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { ask } from '../../lib/ask.ts'
import { showTime } from '../../lib/clock.ts'
import { byName, t, useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { agentOf, placeOf } from '../../lib/user-agent.ts'
import { useMobile } from '../../lib/width.ts'
import { ListEmpty, OldRows } from '../../parts/list/list-empty.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { RowActions } from '../../parts/list/row-actions.tsx'
import { SearchField } from '../../parts/list/search-field.tsx'
import { Age } from '../../parts/reading.tsx'
import { Chip } from '../../parts/status-chip.tsx'
import { RefreshButton } from '../../parts/tool-button.tsx'

const REFRESH_MS = 30_000

function agentWords({ userAgent, platform }: OnlineSession): string {
  const { browser, system } = agentOf(userAgent)
  return [browser, system].filter(Boolean).join(' · ') || userAgent.slice(0, 40) || platform
}

function columnsOf(onKick: ((one: OnlineSession) => void) | null, mobile: boolean): TableColumnsType<OnlineSession> {
  return [
    {
      key: 'user',
      title: t('session.user'),
      render: (_v, one) => (
        <span className="chips">
          <span className="list-name">
            <span>{one.nickName}</span>
            <small>{one.username}</small>
          </span>
          {one.own && <Chip tone="plain" text={t('session.own')} />}
        </span>
      ),
    },
    { key: 'dept', title: t('session.dept'), render: (_v, one) => <span className="t2">{one.deptName}</span> },
    {
      key: 'ip',
      title: t('log.ip'),
      render: (_v, one) => (
        <span className="list-name">
          <span className="num">{one.ip}</span>
          <small>{byName(`enum.place.${placeOf(one.ip)}`)}</small>
        </span>
      ),
    },
    { key: 'agent', title: t('log.agent'), render: (_v, one) => <span title={one.userAgent}>{agentWords(one)}</span> },
    {
      key: 'since',
      title: t('session.since'),
      render: (_v, one) => <span className="num t2">{showTime(one.createTime)}</span>,
    },
    { key: 'seen', title: t('session.seen'), render: (_v, one) => <Age time={one.lastSeenTime} /> },
    ...(onKick
      ? [
          {
            key: 'actions',
            title: t('list.actions'),
            width: 1,
            ...(mobile ? {} : { fixed: 'end' as const }),
            render: (_v: unknown, one: OnlineSession) => (
              <RowActions
                subject={one.nickName}
                actions={[
                  {
                    key: 'kick',
                    label: t('session.kick'),
                    danger: true,
                    because: one.own ? t('session.kickOwn') : null,
                    onClick: () => onKick(one),
                  },
                ]}
              />
            ),
          },
        ]
      : []),
  ]
}

/** Who is signed in now; one's own is marked and cannot be ended by mistake. */
export default function SessionScreen() {
  useText()
  const mobile = useMobile()
  const mayKick = usePermission(['session:kick'])
  const [typed, setTyped] = useState('')
  const keyword = typed.trim()
  const [turn, setTurn] = useState({ page: 1, limit: DEFAULT_PAGE_LIMIT })
  const rows = useQuery({
    queryKey: ['sessions', turn, keyword],
    queryFn: ({ signal }) => call(onlineSessionPage, { ...turn, keyword }, { inPlace: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
  const kick = async (one: OnlineSession) => {
    const sure = await ask({
      title: t('ask.title'),
      text: t('session.kickSure', { name: one.nickName, ip: one.ip }),
      confirm: t('session.kick'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!sure) return
    try {
      await call(kickSession, { id: one.id })
      toast('success', t('session.kicked', { name: one.nickName }))
    } catch {
      // Shown by the request layer; the list shows what became of it.
    }
    await rows.refetch()
  }
  const list = rows.data?.list ?? []
  const old = rows.isError && list.length > 0
  const retry = () => void rows.refetch()
  const search = (text: string) => {
    setTyped(text)
    setTurn({ ...turn, page: 1 })
  }
  return (
    <section className="card list list-page two-lines" aria-busy={rows.isPending}>
      <div className="list-head">
        <h1>
          {t('session.title')}
          <small className="num">{rows.data ? t('list.count', { n: rows.data.total }) : ''}</small>
        </h1>
        <div className="list-tools">
          <SearchField label={t('session.search')} value={typed} onChange={search} />
          <RefreshButton onClick={retry} />
        </div>
      </div>
      {old && <OldRows onRetry={retry} />}
      <Table<OnlineSession>
        rowKey="id"
        dataSource={list}
        columns={columnsOf(mayKick ? (one) => void kick(one) : null, mobile)}
        pagination={false}
        scroll={{ x: 'max-content' }}
        aria-label={t('session.title')}
        locale={{
          emptyText: (
            <ListEmpty
              name="session"
              pending={rows.isPending}
              error={rows.error}
              filtered={keyword !== ''}
              onRetry={retry}
              onClear={() => search('')}
            />
          ),
        }}
      />
      <Pager {...turn} total={rows.data?.total ?? 0} onChange={(page, limit) => setTurn({ page, limit })} />
    </section>
  )
}
