import { type Command, commandPage, deviceStates, type InputOf } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { useAsked } from '../../lib/api/answer.ts'
import { call, type CallOptions } from '../../lib/api/api.ts'
import { hasEnded, keepCommands, onCommands, openCommandsNow } from '../../domain/command/commands.ts'
import { onLive, useLive } from '../../lib/live/live.ts'
import { useSession } from '../../lib/access/session.ts'
import { positionOf } from '../../domain/command/valve-position.ts'
import { devices, publishDevices, useMap } from './map-state.ts'
import type { Ring } from './markers/marker-state.ts'

/** Steps of a command follow each other quickly: the map is updated at most this often. */
const FLUSH_MS = 200
/** How often commands without an outcome are checked for their age. */
const LOOK_AGAIN_MS = 10_000
/** A command given up longer ago than this is history, whatever was reported since. */
const GIVEN_UP_MS = 86_400_000
const PER_CALL = 100
/** Of more unproven commands at once the map shows the newest. */
const MOST_PAGES = 4
const RUNNING = ['QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING'] as const

/** Commanded is not confirmed: a running command is a dashed ring, one that was given up an amber one. */
export function ringFor(command: Command): Ring | null {
  if (!hasEnded(command)) return 'pending'
  return command.status === 'TIMEOUT' ? 'unconfirmed' : null
}

/** The last report time of each commanded device's position. */
const reported = new Map<string, string>()

function hearPosition(deviceId: string, ts: string | null): void {
  const before = reported.get(deviceId)
  if (ts !== null && (before === undefined || ts > before)) reported.set(deviceId, ts)
}

/** Updates rings and texts from the ledger. */
function follow(): void {
  const open = openCommandsNow((id) => reported.get(id) ?? null, Date.now())
  const rings = new Map<string, Ring>()
  const commands = new Map<string, Command>()
  for (const [id, command] of Object.entries(open)) {
    const ring = ringFor(command)
    if (!ring) continue
    rings.set(id, ring)
    commands.set(id, command)
  }
  const before = useMap.getState().commands
  const same = before.size === commands.size && [...commands].every(([id, command]) => before.get(id) === command)
  if (!same) useMap.setState({ commands })
  if (devices.ring(rings)) publishDevices()
}

/** The newest commands of a kind: usually one page. */
async function newest(
  query: Omit<InputOf<typeof commandPage>, 'page' | 'limit'>,
  how: CallOptions,
): Promise<Command[]> {
  const pageAt = (page: number) => call(commandPage, { ...query, page, limit: PER_CALL }, how)
  const first = await pageAt(1)
  const pages = Math.min(MOST_PAGES, Math.ceil(first.total / PER_CALL))
  const further = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => pageAt(at + 2)))
  return [first, ...further].flatMap(({ list }) => list)
}

/** Fetches running and recently given up commands, from before the live channel opened. */
async function askForOpen(how: CallOptions, at: number): Promise<number> {
  const since = new Date(at - GIVEN_UP_MS).toISOString()
  const [running, givenUp] = await Promise.all([
    newest({ status: RUNNING }, how),
    newest({ status: 'TIMEOUT', startTime: since }, how),
  ])
  const given = [...new Set(givenUp.map(({ deviceId }) => deviceId))]
  if (given.length > 0) {
    const states = await call(deviceStates, { deviceIds: given.join(',') }, how)
    for (const state of states) hearPosition(state.deviceId, positionOf(state).ts)
  }
  keepCommands([...running, ...givenUp], at)
  return at
}

/** Keeps unproven commands on the map, whoever sent them. */
export function useMapCommands(): void {
  const client = useQueryClient()
  const may = usePermission(['command:list'])
  const reopened = useLive((state) => state.reopened)
  const loaded = useMap((state) => state.loaded)
  useAsked(['open-commands'], may ? askForOpen : null, { silent: true, fresh: true })
  useEffect(() => {
    if (reopened > 0) void client.invalidateQueries({ queryKey: ['open-commands'] })
  }, [reopened, client])
  useEffect(() => {
    let flush: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      flush ??= setTimeout(() => {
        flush = undefined
        follow()
      }, FLUSH_MS)
    }
    const stops = [
      onCommands(soon),
      onLive((event) => {
        if (event.type !== 'device') return
        hearPosition(event.state.deviceId, positionOf(event.state).ts)
        if (useMap.getState().commands.has(event.state.deviceId)) soon()
      }),
    ]
    const clock = setInterval(follow, LOOK_AGAIN_MS)
    follow()
    return () => {
      clearTimeout(flush)
      clearInterval(clock)
      for (const stop of stops) stop()
    }
  }, [loaded])
}

useSession.subscribe((session, before) => {
  if (before.phase === 'ready' && session.phase === 'anonymous') reported.clear()
})
