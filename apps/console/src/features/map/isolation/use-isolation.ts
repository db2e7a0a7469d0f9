import {
  ENDED_STATUSES,
  type Command,
  type DeviceState,
  getIsolation,
  type IsolatedValve,
  type IsolationPlan,
  type IsolationRun,
  planIsolation,
} from '@sluice/contract'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useKnownCommands } from '../../../domain/command/commands.ts'
import { useCurrentStates } from '../../../domain/state/current-state.ts'
import { positionOf } from '../../../domain/command/valve-position.ts'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import { useAddressParam } from '../../../lib/page/address-param.ts'
import { useLive } from '../../../lib/live/live.ts'
import { type Burst, useMap } from '../map-state.ts'

/** Valves of a plan may fall silent while somebody looks at it. */
const PLAN_MS = 5_000
/** Steps are told live; this finds those that were lost, and the next valve that is put back. */
const RUN_MS = 3_000
const REST_MS = 30_000
const STATES_PER_CALL = 100
const PARAM = 'isolation'

/** The isolation that the address names: it outlives the page, and can be passed on. */
export const useIsolationId = () => useAddressParam(PARAM)

export function planInput({ edgeId, place, without = [] }: Burst) {
  return {
    edgeId,
    ...(place ? { lng: place[0], lat: place[1] } : {}),
    ...(without.length > 0 ? { without: [...without] } : {}),
  }
}

/** What would close off the chosen burst now; asked again while it is shown, until it is confirmed. */
export function useIsolationPlan(): UseQueryResult<IsolationPlan> {
  const [id] = useIsolationId()
  const burst = useMap((state) => state.burst)
  return useAnswer(planIsolation, id === null && burst ? planInput(burst) : null, { staleMs: 0, everyMs: PLAN_MS })
}

/** The reports of valves: fetched once, then from the live channel. */
export function useValveStates(valves: readonly { deviceId: string }[]): Readonly<Record<string, DeviceState>> {
  return useCurrentStates(valves.map(({ deviceId }) => deviceId).slice(0, STATES_PER_CALL))
}

const NOBODY: readonly never[] = []

const commandIds = (valves: readonly IsolatedValve[]) =>
  valves.flatMap(({ command, restore }) => [command?.id ?? [], restore.command?.id ?? []].flat())

/** Whether anything of it may still change by itself. */
function isUnderWay({ valves, restore }: IsolationRun): boolean {
  return (restore !== null && restore.doneTime === null) || valves.some(({ stage }) => stage === 'RUNNING')
}

/**
 * The isolation of the address as the server knows it. What its commands and valves tell live asks the server again: it
 * alone says what is proven.
 */
export function useIsolationRun(): UseQueryResult<IsolationRun> {
  const [id] = useIsolationId()
  const reopened = useLive((state) => state.reopened)
  const [valves, setValves] = useState<readonly IsolatedValve[]>(NOBODY)
  const [isActive, setActive] = useState(true)
  const states = useValveStates(valves)
  const commands = useKnownCommands(commandIds(valves))
  const told = [
    ...commands.map((command) => `${command.id} ${command.status}`),
    ...valves.map(({ deviceId }) => positionOf(states[deviceId]).opening === 0),
  ].join()
  const asked = useAnswer(getIsolation, id === null ? null : { id }, {
    follows: [reopened, told],
    keep: true,
    everyMs: isActive ? RUN_MS : REST_MS,
  })
  const { data } = asked
  useEffect(() => {
    setValves(data?.valves ?? NOBODY)
    setActive(data ? isUnderWay(data) : true)
  }, [data])
  return asked
}

/** Fetches the isolation again after a step of a person. */
export function useRefreshed(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: answerKey(getIsolation) })
}

/** The newest that is known of a command: from the live channel, else as the server told it with the isolation. */
export function useCommand(given: Command | null): Command | null {
  const [known] = useKnownCommands(given ? [given.id] : NOBODY)
  if (!known || !given) return given
  return ENDED_STATUSES.has(given.status) && !ENDED_STATUSES.has(known.status) ? given : known
}
