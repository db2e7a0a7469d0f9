import { connectLogResource, flappingDevices } from '@sluice/contract'
import { useNavigate, useSearchParams } from 'react-router'
import { LineCause } from '../../domain/frame/line-cause.tsx'
import { useAnswer } from '../../lib/api/answer.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListQuery } from '../../parts/list/list-query.ts'
import type { ListSlots, SetFilter } from '../../parts/list/layout/list-slots.ts'
import { LineHistory } from './line-history/line-history.tsx'
import { TimeChoice } from '../../parts/list/search/time-choice.tsx'

type Listed = typeof connectLogResource

const BEGIN = { days: '7' } as const
const OMITTED = ['ts', 'channelId'] as const
/** A line comes with every connection of every device: told of each, the list would be asked for all the time. */
const REFETCH_MS = 15_000

/** Devices that connect again and again; a press shows the lines of one. */
function Flapping({ chosen, setFilter }: { chosen: string | undefined; setFilter: SetFilter<Listed> }) {
  const { t } = useText()
  const { data = [] } = useAnswer(flappingDevices, {}, { everyMs: 60_000, silent: true })
  if (data.length === 0) return null
  return (
    <fieldset className="counts" aria-label={t('connectLog.flapping')}>
      <legend className="t2">{t('connectLog.flapping')}</legend>
      {data.map(({ deviceId, name, connections }) => (
        <button
          key={deviceId}
          type="button"
          className="count"
          aria-pressed={chosen === deviceId}
          title={t('connectLog.times', { n: connections })}
          onClick={() => setFilter('deviceId', chosen === deviceId ? undefined : deviceId)}
        >
          {name} <b className="num">{connections}</b>
        </button>
      ))}
    </fieldset>
  )
}

/** Every connection of a device and its end, and why (domain 13). */
export default function ConnectLogScreen() {
  const { t } = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const deviceId = search.get('deviceId')
  const slots: ListSlots<Listed> = {
    readOnly: true,
    defaultFilters: BEGIN,
    omitFilters: OMITTED,
    refetchMs: () => REFETCH_MS,
    counts: (query, setFilter, filter) => (
      <>
        <TimeChoice query={query as ListQuery} onFilter={filter} />
        <Flapping chosen={query.filters.deviceId} setFilter={setFilter} />
      </>
    ),
    cells: {
      ts: ({ ts }) => <span className="num">{showTime(ts)}</span>,
      cause: (row) => <LineCause of={row} />,
      remote: ({ remote }) => <span className="mono t2">{remote}</span>,
    },
    // Where from is what people look for: a line of nobody has no name.
    phone: {
      title: ({ remote }) => <span className="mono">{remote}</span>,
      right: ({ event }) => byName(`enum.lineEvent.${event}`),
      second: ({ deviceIdName }) => <span className="clip">{deviceIdName ?? t('byteLog.nobody')}</span>,
      third: (row) => <span className="clip">{row.cause === null ? row.protocol : <LineCause of={row} />}</span>,
    },
    rowActions: ({ deviceId, channelId }) => [
      {
        key: 'line',
        label: t('connectLog.line'),
        onClick: () => void navigate(`?channelId=${encodeURIComponent(channelId)}`),
      },
      ...(deviceId
        ? [
            {
              key: 'device',
              label: t('connectLog.device'),
              onClick: () => void navigate(`/device/detail/${deviceId}?tab=connection`),
            },
          ]
        : []),
    ],
    exportBeside: { cause: ['reason'] },
    empty: <EmptyState icon="unplug" text={t('connectLog.none')} hint={t('connectLog.noneHint')} />,
  }
  return (
    <>
      {deviceId !== null && /^\d+$/.test(deviceId) && <LineHistory key={deviceId} deviceId={deviceId} />}
      <ListPage resource={connectLogResource} slots={slots} />
    </>
  )
}
