import { unknownStationResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { onLive, watchLive } from '../../lib/live.ts'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { StationDrawer } from './station-drawer.tsx'

/** The list changes by itself while it is looked at. */
function useFreshStations(): void {
  const client = useQueryClient()
  useEffect(() => {
    const stopWatching = watchLive({ unknownStations: true })
    const stopListening = onLive((event) => {
      if (event.type === 'unknownStation')
        void client.invalidateQueries({ queryKey: ['page', unknownStationResource.name] })
    })
    return () => {
      stopWatching()
      stopListening()
    }
  }, [client])
}

const CELLS: Record<string, (row: AnyRow) => ReactNode> = {
  address: (row) => <span className="mono">{String(row['address'])}</span>,
  remote: (row) => <span className="mono t2">{String(row['remote'])}</span>,
}

/** Stations that report and belong to no device yet: look at their frames, then adopt them. */
export default function UnknownStationScreen() {
  const { t } = useText()
  const [open, setOpen] = useState<AnyRow | null>(null)
  const mayAdopt = usePermission(['device:add'])
  useFreshStations()
  return (
    <>
      <ListPage
        resource={unknownStationResource}
        slots={{
          cells: CELLS,
          nothing: <EmptyState icon="inbox" text={t('station.none')} hint={t('station.noneHint')} />,
          rowActions: (row) => [
            { key: 'open', label: t(mayAdopt ? 'station.adopt' : 'station.look'), onClick: () => setOpen(row) },
          ],
        }}
      />
      {open && <StationDrawer station={open} mayAdopt={mayAdopt} onClose={() => setOpen(null)} />}
    </>
  )
}
