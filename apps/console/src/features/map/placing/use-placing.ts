import { deviceResource, type LngLat } from '@sluice/contract'
import { useCallback, useEffect, useState } from 'react'
import { useMutation } from '../../../lib/api/mutation.ts'
import { changeRow, getRow } from '../../../lib/api/resource-calls.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAddressParam } from '../../../lib/page/address-param.ts'
import { toast } from '../../../lib/page/toast.ts'
import { t } from '../../../lib/text/text.ts'
import type { MapPort, Padding } from '../canvas/map-port.ts'
import { boxOf } from '../markers/device-layer.ts'
import type { MapDevice } from '../markers/device-store.ts'
import { changeFilter, devices, publishDevices, select, takeTool, useMap } from '../map-state.ts'

/** The device that the address asks a place for. */
const PARAM = 'place'
/** Near enough for the lines and names among which it stands. */
const NEIGHBOURS_ZOOM = 14

export const usePlacingRight = () => usePermission(['device:edit'])

/** Begins to place a device: the next press on the map puts it there. */
export function placeDevice(id: string): void {
  // All devices show where this one belongs.
  changeFilter({ unplaced: false })
  takeTool('place')
  useMap.setState({ placing: id, selectedId: null, spot: null })
}

/** The device that is being placed; null while none is, and for one that the session does not see. */
export function usePlaced(): MapDevice | null {
  const id = useMap(({ tool, placing }) => (tool === 'place' ? placing : null))
  const version = useMap((state) => state.version)
  void version
  return (id !== null && devices.get(id)) || null
}

/** Shows where a device without a place belongs: its master, else the others of its department. */
function showNeighbours(port: MapPort, { masterId, deptId }: MapDevice, padding: Padding): void {
  const { deptIds, ids, lngs } = devices.columns
  const master = masterId === null ? -1 : ids.indexOf(masterId)
  const beside = master >= 0 && lngs[master] !== null ? [master] : null
  const box = boxOf(beside ?? deptIds.flatMap((one, at) => (one === deptId ? [at] : [])))
  if (box) port.fit(box, { padding, maxZoom: NEIGHBOURS_ZOOM })
}

/** Begins where the address asks for it, and brings the map to where the device belongs. */
export function usePlacing(port: MapPort | null, padding: Padding): void {
  const [asked, change] = useAddressParam(PARAM)
  const version = useMap((state) => state.version)
  const may = usePlacingRight()
  // What an earlier visit left does not know a device that was added since.
  const [before] = useState(() => devices.placing)
  useEffect(() => {
    const known = asked !== null && devices.get(asked)
    if (asked === null || (!known && devices.placing === before)) return
    if (may && known) placeDevice(asked)
    change(null)
  }, [asked, change, version, before, may])

  const placed = usePlaced()
  const id = placed?.id ?? null
  useEffect(() => {
    const device = id === null ? undefined : devices.get(id)
    if (port && device && device.lng === null) showNeighbours(port, device, padding)
  }, [port, id, padding])
}

async function store(id: string, position: LngLat | null): Promise<void> {
  const row = await getRow(deviceResource, id)
  const [lng, lat] = position ?? [null, null]
  await changeRow(deviceResource, row, { lng, lat })
  // The answer that all devices come from may be a second old: it is not asked for again.
  devices.move(id, lng, lat)
  publishDevices()
}

/** Puts a device at a position, and takes it back on demand. */
export function usePutting(): { busy: boolean; put: (device: MapDevice, position: LngLat) => Promise<void> } {
  const { mutate } = useMutation(deviceResource.name)
  const [busy, setBusy] = useState(false)
  const put = useCallback(
    async ({ id, name, lng, lat }: MapDevice, position: LngLat) => {
      const before: LngLat | null = lng === null || lat === null ? null : [lng, lat]
      setBusy(true)
      const done = await mutate(() => store(id, position))
      setBusy(false)
      if (!done) return
      takeTool(null)
      select(id)
      toast('success', t('placing.done', { name }), {
        label: t('map.undo'),
        onClick: () => void mutate(() => store(id, before), { done: t('placing.undone', { name }) }),
      })
    },
    [mutate],
  )
  return { busy, put }
}
