import { deviceResource } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NavigateFunction } from 'react-router'
import { usePermission } from '../../lib/access/access.tsx'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { byName } from '../../lib/text/text.ts'
import type { Choice } from './palette-choice.ts'

/** The pause after which a name counts as typed. */
const PAUSE_MS = 200
const MOST = 6

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Devices by name, number or station address, as far as this person's data goes; asked of the server. */
export function useDevices(query: string, navigate: NavigateFunction): { found: readonly Choice[]; busy: boolean } {
  const may = usePermission(['device:list'])
  const typed = query.trim()
  const keyword = usePaused(typed)
  const wanted = may && keyword !== '' && typed !== ''
  const answer = useQuery({
    queryKey: ['palette', deviceResource.name, keyword],
    queryFn: ({ signal }) => pageOf(deviceResource, { keyword, page: 1, limit: MOST }, { silent: true, signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
  })
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
