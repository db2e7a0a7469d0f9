import type { ValveSlaveRow } from '@sluice/contract'
import { type ReactNode, useLayoutEffect } from 'react'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { isSame, useValveRows, type ValveRow } from './valve-rows.ts'

type Known = ReadonlyMap<string, ValveRow>

/** The valves of the page that is looked at: the rows of the server, and beside them what changes without it. */
const useKnown = create<{ byId: Known }>()(() => ({ byId: new Map() }))

const among = (byId: Known, device: ValveSlaveRow): ValveRow => ({
  state: undefined,
  command: undefined,
  ...byId.get(device.id),
  id: device.id,
  device,
})

/** A row as it is now. */
export const valveNow = (device: ValveSlaveRow): ValveRow => among(useKnown.getState().byId, device)

/** Draws nothing: keeps these rows current. A row that looks as before stays the same object. */
export function ValveFeed({ devices }: { devices: readonly ValveSlaveRow[] }) {
  const rows = useValveRows(devices)
  useLayoutEffect(() => {
    const before = useKnown.getState().byId
    const kept = rows.map((row) => {
      const known = before.get(row.id)
      return known && isSame(known, row) ? known : row
    })
    if (kept.length === before.size && kept.every((row) => before.get(row.id) === row)) return
    useKnown.setState({ byId: new Map(kept.map((row) => [row.id, row])) })
  })
  return null
}

/** Drawn again when this valve reports or a command of it takes a step: reports of others draw nothing again. */
export function LiveValve({ id, children }: { id: string; children: () => ReactNode }) {
  useKnown(({ byId }) => byId.get(id))
  return children()
}

/** The same for several at once. */
export function LiveValves({
  devices,
  children,
}: {
  devices: readonly ValveSlaveRow[]
  children: (rows: readonly ValveRow[]) => ReactNode
}) {
  const known = useKnown(useShallow(({ byId }) => devices.map(({ id }) => byId.get(id))))
  return children(
    devices.map((device, at) => ({ state: undefined, command: undefined, ...known[at], id: device.id, device })),
  )
}
