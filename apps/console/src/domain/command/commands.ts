import { type Command, ENDED_STATUSES, OPEN_QUESTION_S } from '@sluice/contract'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { onLive } from '../../lib/live/live.ts'

/** The latest known ledger rows by id: the live channel delivers each step, fetched pages add earlier ones. */
interface LedgerState {
  byId: ReadonlyMap<string, Heard>
}
interface Heard {
  command: Command
  /** When the message arrived or the fetch of the row began, on the browser's clock. */
  at: number
}

/** More than a person reads; the oldest are dropped. */
const KEPT = 1000

const useLedger = create<LedgerState>()(() => ({ byId: new Map() }))

/** Stores fetched rows. A fetched row never replaces one that arrived after the fetch began. */
export function keepCommands(commands: readonly Command[], at: number): void {
  useLedger.setState(({ byId }) => {
    const next = new Map(byId)
    for (const command of commands) {
      const known = next.get(command.id)
      if (!known || known.at <= at) next.set(command.id, { command, at })
    }
    for (const id of next.keys()) {
      if (next.size <= KEPT) break
      next.delete(id)
    }
    return { byId: next }
  })
}

onLive((event) => {
  if (event.type === 'command') keepCommands([event.command], Date.now())
})

export function forgetCommands(): void {
  useLedger.setState({ byId: new Map() })
}

export function knownCommand(id: string): Command | undefined {
  return useLedger.getState().byId.get(id)?.command
}

function newerFirst(a: Command, b: Command): number {
  return Date.parse(b.createTime) - Date.parse(a.createTime) || b.id.length - a.id.length || (b.id > a.id ? 1 : -1)
}

export function hasEnded({ status }: Command): boolean {
  return ENDED_STATUSES.has(status)
}

/** All known commands of one device, newest first. While mounted, the component also watches the device. */
export function useCommandsOf(deviceId: string): readonly Command[] {
  return useLedger(
    useShallow(({ byId }) =>
      [...byId.values()]
        .map(({ command }) => command)
        .filter((command) => command.deviceId === deviceId)
        .toSorted(newerFirst),
    ),
  )
}

/** The id of the newest known command, of one device or of all (null). */
export function useNewestCommand(deviceId: string | null): string | undefined {
  return useLedger(({ byId }) => {
    let newest: Command | undefined
    for (const { command } of byId.values()) {
      const counts = deviceId === null || command.deviceId === deviceId
      if (counts && (!newest || newerFirst(command, newest) < 0)) newest = command
    }
    return newest?.id
  })
}

/** The latest rows, in the order of the ids; unknown ids are left out. */
export function useKnownCommands(ids: readonly string[]): readonly Command[] {
  return useLedger(useShallow(({ byId }) => ids.flatMap((id) => byId.get(id)?.command ?? [])))
}

/**
 * The command a screen shows beside the reported state: the newest one that moves the valve, while it runs, for
 * OPEN_QUESTION_S after it ended undone, and after a timeout until the device reports.
 */
export function openCommand(
  commands: readonly Command[],
  reportedAt: string | null | undefined,
  now: number,
): Command | null {
  const newest = commands.find(({ target, status }) => target !== null && status !== 'CANCELLED')
  if (!newest || newest.status === 'EXECUTED' || newest.status === 'SUPERSEDED') return null
  if (!hasEnded(newest)) return newest
  const endedAt = Date.parse(newest.doneTime ?? newest.createTime)
  const reported = reportedAt ? Date.parse(reportedAt) > endedAt : false
  const uncertain = newest.status === 'TIMEOUT' && !reported
  return uncertain || now - endedAt < OPEN_QUESTION_S * 1000 ? newest : null
}

type ReportedAt = (deviceId: string) => string | null | undefined

function openOf(
  byId: LedgerState['byId'],
  isAsked: (deviceId: string) => boolean,
  reportedAt: ReportedAt,
  now: number,
): Record<string, Command> {
  const perDevice = new Map<string, Command[]>()
  for (const { command } of byId.values()) {
    if (isAsked(command.deviceId)) {
      perDevice.set(command.deviceId, [...(perDevice.get(command.deviceId) ?? []), command])
    }
  }
  const found: Record<string, Command> = {}
  for (const [deviceId, commands] of perDevice) {
    const open = openCommand(commands.toSorted(newerFirst), reportedAt(deviceId), now)
    if (open) found[deviceId] = open
  }
  return found
}

/** The open command of each device that has one. */
export function useOpenCommands(
  reported: Readonly<Record<string, string | null | undefined>>,
  now: number,
): Readonly<Record<string, Command>> {
  return useLedger(
    useShallow(({ byId }) =>
      openOf(
        byId,
        (id) => id in reported,
        (id) => reported[id],
        now,
      ),
    ),
  )
}

/**
 * The open commands of all devices, for code outside React. `reportedAt`: the time of the device's reported position,
 * if known.
 */
export function openCommandsNow(reportedAt: ReportedAt, now: number): Readonly<Record<string, Command>> {
  return openOf(useLedger.getState().byId, () => true, reportedAt, now)
}

/** Calls the listener whenever a command arrives or is fetched. */
export function onCommands(listener: () => void): () => void {
  return useLedger.subscribe(listener)
}
