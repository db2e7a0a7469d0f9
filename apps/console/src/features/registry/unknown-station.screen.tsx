import { unknownStationResource, type UnknownStationRow } from '@sluice/contract'
import { useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Cells } from '../../parts/list/table/table-props.ts'
import { StationDrawer } from './station-drawer.tsx'

const CELLS: Cells<typeof unknownStationResource> = {
  address: (row) => <span className="mono">{row.address}</span>,
  remote: (row) => <span className="mono t2">{row.remote}</span>,
}

/** Stations that report and are not registered yet: shows their frames and adopts them. */
export default function UnknownStationScreen() {
  const { t } = useText()
  const [open, setOpen] = useState<UnknownStationRow | null>(null)
  const mayAdopt = usePermission(['device:add'])
  return (
    <>
      <ListPage
        resource={unknownStationResource}
        slots={{
          cells: CELLS,
          empty: <EmptyState icon="inbox" text={t('station.none')} hint={t('station.noneHint')} />,
          rowActions: (row) => [
            { key: 'open', label: t(mayAdopt ? 'station.adopt' : 'station.look'), onClick: () => setOpen(row) },
          ],
        }}
      />
      {open && <StationDrawer station={open} mayAdopt={mayAdopt} onClose={() => setOpen(null)} />}
    </>
  )
}
