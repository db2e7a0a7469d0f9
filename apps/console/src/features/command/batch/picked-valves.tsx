import { deviceResource, deviceStates } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAsked } from '../../../lib/api/answer.ts'
import { call, type CallOptions } from '../../../lib/api/api.ts'
import { keepDeviceStates, useDeviceStates } from '../../../domain/state/device-state-store.ts'
import { useLive } from '../../../lib/live/live.ts'
import { getRow } from '../../../lib/api/resource-calls.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { BatchBar } from './batch-bar.tsx'
import { isValve } from '../panel/valve/valve-panel.tsx'

/** As many as the largest page of a list; the user narrows a larger selection first. */
const MOST = 100
const NOBODY: readonly string[] = []

/** The devices with their commands and last reports; those without a valve are left out. */
function usePicked(ids: readonly string[], wanted: boolean) {
  const client = useQueryClient()
  const reopened = useLive((state) => state.reopened)
  const states = useDeviceStates(wanted ? ids : NOBODY)
  const ask = async (how: CallOptions, at: number) => {
    const [rows, fetchedStates] = await Promise.all([
      Promise.all(ids.map((id) => getRow(deviceResource, id, how))),
      call(deviceStates, { deviceIds: ids.join(',') }, how),
    ])
    keepDeviceStates(fetchedStates, at)
    return rows.filter(isValve)
  }
  const fetched = useAsked(['picked', ids.join(',')], wanted ? ask : null, { silent: true })
  useEffect(() => {
    if (reopened > 0) void client.invalidateQueries({ queryKey: ['picked'] })
  }, [reopened, client])
  return {
    valves: fetched.data?.map((device) => ({ device, state: states[device.id] })),
    failed: fetched.isError,
    retry: () => void fetched.refetch(),
  }
}

/** For devices selected on a map: how many of them take commands, and the same buttons as in a list. */
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
