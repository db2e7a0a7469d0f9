import { deviceResource } from '@sluice/contract'
import type { NavigateFunction } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { usePage } from '../../lib/api/answer.ts'
import { useSettled } from '../../lib/page/settled.ts'
import { byName } from '../../lib/text/text.ts'
import type { Choice } from './palette-choice.ts'

/** A pause this long means that the user has finished typing the name. */
const PAUSE_MS = 200
const MOST = 6

/** Devices by name, number or station address within the user's data scope; searched on the server. */
export function useDevices(query: string, navigate: NavigateFunction): { found: readonly Choice[]; busy: boolean } {
  const may = usePermission(['device:list'])
  const typed = query.trim()
  const keyword = useSettled(typed, PAUSE_MS)
  const wanted = may && keyword !== '' && typed !== ''
  const search = wanted ? { keyword, page: 1, limit: MOST } : null
  const answer = usePage(deviceResource, search, { silent: true, keep: true })
  const rows = wanted ? (answer.data?.list ?? []) : []
  return {
    found: rows.map((row) => ({
      id: `device:${row.id}`,
      group: 'devices' as const,
      title: row.name,
      hint: `${row.deviceNo} · ${byName(`enum.deviceStatus.${row.status}`)}`,
      words: [row.deviceNo, row.stationAddress ?? ''],
      icon: { device: row.deviceTypeCode },
      run: () => void navigate(`/device/detail/${row.id}`),
    })),
    busy: may && typed !== '' && (typed !== keyword || answer.isFetching),
  }
}
