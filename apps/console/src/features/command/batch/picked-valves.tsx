import { deviceResource, deviceStates } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../../lib/access.tsx'
import { call } from '../../../lib/api.ts'
import { useDeviceState } from '../../../lib/device-states.ts'
import { getRow } from '../../../lib/resource-calls.ts'
import { useText } from '../../../lib/text.ts'
import { Button } from '../../../parts/button.tsx'
import { BatchBar } from './batch-bar.tsx'
import { isValve } from '../panel/valve-panel.tsx'

/** As many as the largest page of a list; of more a person narrows the choice first. */
const MOST = 100
const NOBODY: readonly string[] = []

/** The devices with what they can be told and what they said last; those that cannot be moved are left out. */
function usePicked(ids: readonly string[], wanted: boolean) {
  const live = useDeviceState(wanted ? ids : NOBODY)
  const fetched = useQuery({
    queryKey: ['picked', ids.join(',')],
    enabled: wanted,
    queryFn: async ({ signal }) => {
      const [rows, states] = await Promise.all([
        Promise.all(ids.map((id) => getRow(deviceResource, id, { silent: true, signal }))),
        call(deviceStates, { deviceIds: ids.join(',') }, { silent: true, signal }),
      ])
      const stateOf = new Map(states.map((state) => [state.deviceId, state]))
      return rows.filter(isValve).map((device) => ({ device, state: stateOf.get(device.id) }))
    },
  })
  return {
    valves: fetched.data?.map(({ device, state }) => ({ device, state: live[device.id] ?? state })),
    failed: fetched.isError,
    retry: () => void fetched.refetch(),
  }
}

/** For devices chosen on a map: how many of them can be told something, and the same buttons as in a list. */
export function PickedValves({ ids }: { ids: readonly string[] }) {
  const { t } = useText()
  const maySend = usePermission(['command:send'])
  const [wanted, setWanted] = useState('')
  const key = ids.join(',')
  const { valves, failed, retry } = usePicked(ids, wanted === key)
  if (!maySend || ids.length === 0) return null
  if (valves && wanted === key) return <BatchBar valves={valves} words={t('batch.able', { n: valves.length })} />
  const many = ids.length > MOST
  return (
    <Button
      data-testid="map-batch"
      disabled={many}
      title={many ? t('batch.narrow', { n: MOST }) : undefined}
      aria-busy={wanted === key && !failed}
      onClick={() => (failed ? retry() : setWanted(key))}
    >
      {t('batch.open')}
    </Button>
  )
}
