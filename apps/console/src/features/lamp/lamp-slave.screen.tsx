import { lampSlaveResource, type LampSlaveRow } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { DeviceName } from '../../domain/device-name.tsx'
import { usePermission } from '../../lib/access/access.tsx'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { useMobile } from '../../lib/page/width.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { FiltersOf } from '../../parts/list/list-query.ts'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { StatusCounts } from '../../parts/list/search/status-counts.tsx'
import { createRowWalk, useRowSteps } from '../../parts/list/row-walk.ts'
import type { Cells } from '../../parts/list/table/table-props.ts'
import type { RowAction } from '../../parts/list/table/row-actions.tsx'
import { StepButtons } from '../../parts/overlay/step-buttons.tsx'
import { ViewDrawer } from '../../parts/overlay/view-drawer.tsx'
import { Age, staleAfterMs } from '../../parts/reading/reading.tsx'
import { StateChip } from '../../parts/reading/status-chip.tsx'

/** Width of the drawer with the controls of one lamp. */
const DRAWER_PX = 432
/** Values change with reports, which are no writes that lists are told of: the page is fetched again. */
const AGAIN_MS = 10_000
/** A phone shows whether it burns at the right, and below its name the first of these. */
const PHONE_COLUMNS = ['name', 'status', 'loopNo', 'poleNo', 'lampOn', 'dim', 'power'] as const
/** What a swipe on a phone shows. */
const TRAY = ['control', 'ON', 'OFF']
/** What one click may send from a row: none of them is dangerous. */
const ROW_CODES = ['ON', 'OFF', 'READ'] as const
type RowCode = (typeof ROW_CODES)[number]

function Lit({ row }: { row: LampSlaveRow }) {
  const { t } = useText()
  if (row.lampOn === null) return <span className="t3">{MISSING}</span>
  // What an unreachable lamp said last is no longer sure.
  const burns = row.lampOn && row.status === 'ONLINE'
  return (
    <StateChip
      tone={burns ? 'online' : 'plain'}
      glyph={burns ? 'done' : 'disabled'}
      text={t(row.lampOn ? 'lamp.on' : 'lamp.off')}
    />
  )
}

function Faulty({ row }: { row: LampSlaveRow }) {
  const { t } = useText()
  return row.faulty ? <StateChip tone="level3" glyph="failed" text={t('lamp.faulty')} /> : null
}

const CELLS: Cells<typeof lampSlaveResource> = {
  name: (row) => <DeviceName id={row.id} type="LAMP" name={row.name} below={row.deviceNo} />,
  lampOn: (row) => <Lit row={row} />,
  faulty: (row) => <Faulty row={row} />,
  lastSeenTime: (row) => <Age time={row.lastSeenTime} staleAfter={staleAfterMs(row.reportIntervalS)} />,
}

async function countLamps(filters: FiltersOf<typeof lampSlaveResource>, signal: AbortSignal): Promise<number> {
  const page = await pageOf(lampSlaveResource, { ...filters, page: 1, limit: 1 }, { silent: true, signal })
  return page.total
}

interface ScreenProps {
  panel: (deviceId: string) => ReactNode
  /** The actions for several rows. */
  batch: (chosen: readonly LampSlaveRow[]) => ReactNode
  /** Null for users who may not send. */
  commands: {
    because(code: RowCode, row: LampSlaveRow): string | null
    request(code: RowCode, row: LampSlaveRow): void
  } | null
}

/** Lamps behind their concentrators: which burn, what they draw, and how long they burned today (domain 2.3). */
export function LampSlaveScreen({ panel, batch, commands }: ScreenProps) {
  const { t } = useText()
  const mobile = useMobile()
  const mayControl = usePermission(['command:send'])
  const [shown, setShown] = useState<LampSlaveRow | null>(null)
  const [walk] = useState(() => createRowWalk<LampSlaveRow>())
  const steps = useRowSteps(walk, shown?.id ?? null, setShown)
  const rowActions = (row: LampSlaveRow): RowAction[] => [
    ...(mayControl && row.commands.length > 0
      ? [{ key: 'control', label: t('valve.control'), onClick: () => setShown(row) }]
      : []),
    ...(commands ? ROW_CODES : []).map((code) => ({
      key: code,
      label: t(`command.${code}`),
      because: commands!.because(code, row),
      onClick: () => commands!.request(code, row),
    })),
  ]
  const slots: ListSlots<typeof lampSlaveResource> = {
    twoLines: true,
    ...(mobile ? { columns: PHONE_COLUMNS } : {}),
    cells: CELLS,
    faces: { lampOn: { align: 'left' } },
    phone: { right: (row) => <Lit row={row} />, tray: TRAY },
    omitFilters: ['status', 'faulty'],
    counts: (query, setFilter) => (
      <StatusCounts
        name="lamps"
        label={t('lamp.statusLabel')}
        count={countLamps}
        query={query}
        onFilter={setFilter}
        marks={[{ filter: 'faulty', glyph: 'failed', label: t('lamp.faulty') }]}
      />
    ),
    refetchMs: () => AGAIN_MS,
    walk,
    rowActions,
    ...(mayControl ? { batch } : {}),
  }
  return (
    <>
      <ListPage resource={lampSlaveResource} slots={slots} />
      {shown && (
        <ViewDrawer
          title={shown.name}
          width={mobile ? window.innerWidth : DRAWER_PX}
          extra={<StepButtons steps={steps} />}
          onClose={() => setShown(null)}
        >
          {panel(shown.id)}
        </ViewDrawer>
      )}
    </>
  )
}
