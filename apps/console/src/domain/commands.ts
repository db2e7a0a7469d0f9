import { type Command, ENDED_STATUSES, OPEN_QUESTION_S } from '@sluice/contract'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { onLive } from '../lib/live/live.ts'

/** Rows of the ledger as last heard, by id: the live channel tells each step, a fetched page fills what was before. */
interface LedgerState {
  byId: ReadonlyMap<string, Heard>
}
interface Heard {
  command: Command
  /** When it was heard, or when the fetch that brought it was begun. */
  at: number
}

/** More than a person looks at; the oldest are forgotten. */
const KEPT = 1000

const useLedger = create<LedgerState>()(() => ({ byId: new Map() }))

/** A fetched row never replaces one that was heard after the fetch began. */
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

/** All that is known of one device, newest first. Who looks also watches the device. */
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

/** Rows as they are now, in the order of the ids; one that nobody heard of is left out. */
export function useKnownCommands(ids: readonly string[]): readonly Command[] {
  return useLedger(useShallow(({ byId }) => ids.flatMap((id) => byId.get(id)?.command ?? [])))
}

/**
 * The command a screen still has to show beside what the device reported: the newest one that moves the valve, while it
 * runs, and while it was given up and nobody knows. A report after it was given up ends the question sooner or later.
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

/** The open commands of all devices, for what is drawn past React. `reportedAt`: of its position, where it is known. */
export function openCommandsNow(reportedAt: ReportedAt, now: number): Readonly<Record<string, Command>> {
  return openOf(useLedger.getState().byId, () => true, reportedAt, now)
}

/** Told whenever a command was heard or fetched. */
export function onCommands(listener: () => void): () => void {
  return useLedger.subscribe(listener)
}
