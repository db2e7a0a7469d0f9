import { deviceResource, type DeviceRow } from '@sluice/contract'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useStateOrRow } from '../../domain/state/device-state-store.ts'
import { usePageTime } from '../../lib/time/page-time.ts'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { DeviceName } from '../../domain/device-name.tsx'
import { DeviceIcon } from '../../parts/icon/icons.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { FiltersOf, QueryOf } from '../../parts/list/list-query.ts'
import type { SetFilter } from '../../parts/list/layout/list-slots.ts'
import type { LiveRows } from '../../parts/list/table/table-props.ts'
import { StatusCounts } from '../../parts/list/search/status-counts.tsx'
import { Age, staleAfterMs } from '../../parts/reading/reading.tsx'
import { Chip } from '../../parts/reading/status-chip.tsx'
import { LeadingReading } from './leading-reading.tsx'
import { IntoGroup } from './group/into-group.tsx'
import { BulkTools } from './bulk/bulk-tools.tsx'
import { DeviceCard } from './device-card.tsx'
import { DeviceStatus, StateFeed } from './device-status.tsx'
import { useOfferPlace } from './offer-place.ts'
import { useDeviceShape } from './device-shape.ts'

const COLUMNS = [
  'name',
  'status',
  'lastSeenTime',
  'lifecycle',
  'deviceTypeCode',
  'productId',
  'masterId',
  'areaId',
  'tagIds',
  'deptId',
] as const
/** What a swipe on a phone shows. */
const TRAY = ['open', 'edit']

function NameCell({ row }: { row: DeviceRow }) {
  const { t } = useText()
  const free = row.passwordFree ? t('device.passwordFree') : ''
  const below = [row.deviceNo, row.stationAddress, free].filter(Boolean).join(' · ')
  return <DeviceName id={row.id} type={row.deviceTypeCode} name={row.name} below={below} />
}

interface RowProps {
  row: DeviceRow
  /** When the row was fetched, on the browser's clock. */
  rowAt: number
}

function SeenCell({ row, rowAt }: RowProps) {
  const { lastSeenTime } = useStateOrRow(row.id, row, rowAt)
  return <Age time={lastSeenTime} staleAfter={staleAfterMs(row.reportIntervalS)} />
}

/** Devices of a disabled department report as before: the cell shows that its users cannot sign in to see them. */
function DeptCell({ row }: { row: DeviceRow }) {
  const { t } = useText()
  return (
    <span className="chips">
      {row.deptIdName}
      {row.deptOff && <span className="chip chip-plain">{t('device.deptOff')}</span>}
    </span>
  )
}

function TagsCell({ row }: { row: DeviceRow }) {
  if (row.tags.length === 0) return <span className="t3">{MISSING}</span>
  return (
    <span className="chips">
      {row.tags.map((tag) => (
        <Chip key={tag} tone="plain" text={tag} />
      ))}
    </span>
  )
}

async function countDevices(filters: FiltersOf<typeof deviceResource>, signal: AbortSignal): Promise<number> {
  return (await pageOf(deviceResource, { ...filters, page: 1, limit: 1 }, { silent: true, signal })).total
}

interface CountsProps {
  query: QueryOf<typeof deviceResource>
  onFilter: SetFilter<typeof deviceResource>
}

function DeviceCounts({ query, onFilter }: CountsProps) {
  const { t } = useText()
  return (
    <StatusCounts
      name="devices"
      label={t('device.counts')}
      count={countDevices}
      marks={[{ filter: 'faulty', label: t('device.faulty') }]}
      query={query}
      onFilter={onFilter}
    />
  )
}

const LIVE: LiveRows<typeof deviceResource> = {
  feed: (devices) => <StateFeed devices={devices} />,
  around: (_device, draw) => draw(),
}

/** Rows that match a state come and go with reports, which are no writes that lists are told of: such a page is fetched again. */
const AGAIN_MS = 15_000
const refetchMs = ({ filters }: QueryOf<typeof deviceResource>) =>
  'status' in filters || 'faulty' in filters ? AGAIN_MS : false

/** Done on the page of a device, where its slaves are in sight. */
const OF_MASTERS = ['replaceMaster', 'moveSlave'] as const

/** What the page is about that the list stands on: a model, an area or a group. */
export type DevicesWithin = { productId: string } | { masterId: string } | { areaId: string } | { groupIds: string }

const FOLDED = ['status', 'faulty', 'masterId'] as const
/** The page already says so of every row. */
const SAID: Readonly<Record<string, readonly (typeof COLUMNS)[number][]>> = {
  productId: ['productId', 'deviceTypeCode'],
  masterId: ['masterId'],
}

/** The slots of a list within something: the same objects on every render. */
function slotsWithin(within: DevicesWithin | undefined) {
  if (!within) return { omitFilters: [...FOLDED] }
  const [name = ''] = Object.keys(within)
  const said = SAID[name] ?? []
  return {
    fixedFilters: within,
    columns: COLUMNS.filter((column) => !said.includes(column)),
    omitColumns: said,
    omitFilters: [...FOLDED, ...said, name as (typeof COLUMNS)[number]],
  }
}

interface DeviceListProps {
  within?: DevicesWithin
  batch?: (rows: readonly DeviceRow[]) => ReactNode
}

/** The devices in scope, or those within something, with their live state. */
export function DeviceList({ within, batch }: DeviceListProps) {
  const { t } = useText()
  const navigate = useNavigate()
  const offerPlace = useOfferPlace()
  const rowAt = usePageTime(deviceResource.name)
  const key = JSON.stringify(within)
  const about = useMemo(() => slotsWithin(key ? (JSON.parse(key) as DevicesWithin) : undefined), [key])
  // A device is made with what it stands in, but not put into a group by being made.
  const initial = within && !('groupIds' in within) ? within : {}
  const open = (id: string) => void navigate(`/device/detail/${id}`)
  return (
    <ListPage
      resource={deviceResource}
      slots={{
        twoLines: true,
        columns: COLUMNS,
        cells: {
          name: (row) => <NameCell row={row} />,
          status: (row) => <DeviceStatus row={row} rowAt={rowAt} />,
          deptId: (row) => <DeptCell row={row} />,
          tagIds: (row) => <TagsCell row={row} />,
          lastSeenTime: (row) => <SeenCell row={row} rowAt={rowAt} />,
        },
        phone: {
          lead: (row) => (
            <span className="tile">
              <DeviceIcon type={row.deviceTypeCode} size={22} />
            </span>
          ),
          tray: TRAY,
          right: (row) => <LeadingReading row={row} />,
          second: (row) => (
            <>
              <DeviceStatus row={row} rowAt={rowAt} />
              <span className="clip num">{row.deviceNo}</span>
            </>
          ),
        },
        live: LIVE,
        refetchMs,
        card: (row) => <DeviceCard row={row} rowAt={rowAt} />,
        ...about,
        batch: (rows) => (
          <>
            {batch?.(rows)}
            <IntoGroup deviceIds={rows.map(({ id }) => id)} />
            <BulkTools rows={rows} />
          </>
        ),
        counts: (query, setFilter) => <DeviceCounts query={query} onFilter={setFilter} />,
        omitActions: OF_MASTERS,
        rowActions: (row) => [{ key: 'open', label: t('device.open'), onClick: () => open(row.id) }],
        form: {
          initial: { enabled: true, ...initial },
          useShape: useDeviceShape,
          onSaved: (id, isNew, values) => {
            if (!isNew) return
            open(id)
            offerPlace(id, values)
          },
        },
      }}
    />
  )
}

/** All devices. A new one opens on its page, where its connection card waits. */
export default function DeviceScreen() {
  return <DeviceList />
}
