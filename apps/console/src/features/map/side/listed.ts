import type { Waiting } from '@sluice/contract'
import { useMemo, useState } from 'react'
import type { Steps } from '../../../parts/list/row-walk.ts'
import { LIST_ROWS } from '../canvas/use-map-drawing.ts'
import { currentMask, devices, useMap } from '../map-state.ts'
import type { MapDevice } from '../markers/device-store.ts'
import { worstFirst } from './device-filter.ts'

/** The devices of the list: those of one place, all matches while searching, else those in view. */
export function useListed(): { rows: readonly MapDevice[]; total: number } {
  const changes = useMap(({ version, heard }) => version + heard)
  const filter = useMap((state) => state.filter)
  const inView = useMap((state) => state.inView)
  const spot = useMap((state) => state.spot)
  const picked = useMap((state) => state.picked)
  return useMemo(() => {
    void changes
    if (picked) {
      return { rows: picked.ids.slice(0, LIST_ROWS).flatMap((id) => devices.get(id) ?? []), total: picked.ids.length }
    }
    if (spot) return { rows: spot.flatMap((id) => devices.get(id) ?? []), total: spot.length }
    const everywhere = filter.keyword.trim() !== '' || filter.unplaced
    const { list, total } = everywhere ? worstFirst(devices, currentMask(), () => true, LIST_ROWS) : inView
    return { rows: list.filter((at) => at < devices.count).map((at) => devices.at(at)), total }
  }, [changes, filter, inView, spot, picked])
}

/** The devices in the order of the list that is in sight: those that wait for somebody, or those on the map. */
function useOrder(waiting: Waiting | undefined, deviceId: string): readonly string[] {
  const panel = useMap((state) => state.panel)
  const { rows } = useListed()
  const listed = useMemo(() => rows.map(({ id }) => id), [rows])
  if (panel !== 'attention' || !waiting) return listed
  const items = [...waiting.list, ...waiting.takenList]
  const ids = [...new Set(items.flatMap((item) => (item.kind === 'SILENCE' ? [] : [item.deviceId])))]
  return ids.includes(deviceId) ? ids : listed
}

/**
 * The steps from one device to those beside it in the list. The list follows the map, and the map follows the device: while
 * somebody goes from one to the next, the order is that of the list they began in.
 */
export function useDeviceSteps(waiting: Waiting | undefined, deviceId: string, onShow: (id: string) => void): Steps {
  const now = useOrder(waiting, deviceId)
  const [begun, setBegun] = useState<{ order: readonly string[]; id: string } | null>(null)
  const order = begun?.id === deviceId ? begun.order : now
  const at = order.indexOf(deviceId)
  const to = (place: number) => {
    const id = order[place]
    if (at < 0 || id === undefined) return null
    return () => {
      setBegun({ order, id })
      onShow(id)
    }
  }
  return { previous: to(at - 1), next: to(at + 1), place: at < 0 ? null : { n: at + 1, total: order.length } }
}
