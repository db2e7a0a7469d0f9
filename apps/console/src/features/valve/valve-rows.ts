import type { Command, DeviceState, ValveSlaveRow } from '@sluice/contract'
import { commandPage, valveSlaveResource } from '@sluice/contract'
import { usePermission } from '../../lib/access/access.tsx'
import { useAsked } from '../../lib/api/answer.ts'
import { call, type CallOptions } from '../../lib/api/api.ts'
import { useNow } from '../../lib/time/clock.ts'
import { useCurrentStates } from '../../domain/state/current-state.ts'
import { keepCommands, useOpenCommands } from '../../domain/command/commands.ts'
import { useLive } from '../../lib/live/live.ts'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { positionOf } from '../../domain/command/valve-position.ts'
import type { FiltersOf, QueryOf } from '../../parts/list/list-query.ts'

type ValveFilters = FiltersOf<typeof valveSlaveResource>

export async function countValves(filters: ValveFilters, signal: AbortSignal): Promise<number> {
  const page = await pageOf(valveSlaveResource, { ...filters, page: 1, limit: 1 }, { silent: true, signal })
  return page.total
}

export interface ValveRow {
  id: string
  device: ValveSlaveRow
  state: DeviceState | undefined
  /** The unproven command. */
  command: Command | undefined
}

/** Whether a row would look the same. */
export function isSame(one: ValveRow, other: ValveRow): boolean {
  return one.device === other.device && one.state === other.state && one.command === other.command
}

/** Filters whose rows change with reports, which are no writes that lists are told of: the page is fetched again. */
const MOVING_FILTERS: readonly (keyof ValveFilters)[] = [
  'mode',
  'openingFrom',
  'openingTo',
  'inletPressureFrom',
  'inletPressureTo',
  'outletPressureFrom',
  'outletPressureTo',
  'lowBattery',
  'faulty',
  'pending',
  'unconfirmed',
  'status',
]
const AGAIN_MS = 15_000
export const againMs = ({ filters }: QueryOf<typeof valveSlaveResource>) =>
  MOVING_FILTERS.some((name) => name in filters) ? AGAIN_MS : false

/** The newest commands of all users, which include every running one. */
const RECENT = 100

/** These valves with their last values and open commands, live. */
export function useValveRows(devices: readonly ValveSlaveRow[]): readonly ValveRow[] {
  const reopened = useLive((state) => state.reopened)
  const mayReadLedger = usePermission(['command:list'])
  const now = useNow(5_000)
  const ids = devices.map(({ id }) => id)
  const states = useCurrentStates(ids)
  const keepRecent = async (how: CallOptions, at: number) => {
    keepCommands((await call(commandPage, { limit: RECENT }, how)).list, at)
    return at
  }
  useAsked(['commands', 'recent', reopened], mayReadLedger ? keepRecent : null, { silent: true })
  const reported = Object.fromEntries(ids.map((id) => [id, positionOf(states[id]).ts]))
  const commands = useOpenCommands(reported, now)
  return devices.map((device): ValveRow => {
    const { id } = device
    return { id, device, state: states[id], command: commands[id] }
  })
}
