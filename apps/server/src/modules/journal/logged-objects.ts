import { type CommandStatus, NAMED_TARGETS, objectOf, type OperationLogObjects } from '@sluice/contract'
import type { Api } from '../../platform/http/mount-operation.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { Session } from '../../platform/http/session.ts'
import type { ResourceShape } from '../../platform/resource/resource-shape.ts'
import { namesOf, undeletedIds } from '../../platform/resource/resource-stream.store.ts'
import { faultsOf, outcomesOf, targetsOf } from './operation-log.store.ts'

const COMMAND_ID = /^[0-9]{1,18}$/
const FAULT = 'fault'

type Named = OperationLogObjects['objects'][number]
type Source = { db: Sql } & Pick<Api, 'shapes'>
type LoggedTargets = Awaited<ReturnType<typeof targetsOf>>[number] & { kind: string }

/** Who did it, and how many rows it was done to, of a line and what it is about. */
export interface LoggedLine extends OperationLogObjects {
  by: Pick<LoggedTargets, 'username' | 'nickName' | 'apiKeyName'>
  action: string
  targets: number
}

/** What lines of the log are about, as it is now and as far as the session sees it. */
export async function loggedObjects(from: Source, session: Pick<Session, 'scope'>, ids: readonly string[]) {
  const lines = await loggedLines(from, session, ids)
  return lines.map(({ by: _by, action: _action, targets: _targets, ...objects }): OperationLogObjects => objects)
}

/** The same, with who did what. */
export async function loggedLines(
  { db, shapes }: Source,
  { scope }: Pick<Session, 'scope'>,
  ids: readonly string[],
): Promise<LoggedLine[]> {
  const lines = (await targetsOf(db, scope, ids)).map((line) => ({
    ...line,
    targets: line.targetIds.length,
    kind: objectOf(line.action),
    targetIds: line.targetIds.slice(0, NAMED_TARGETS),
  }))
  const wanted = new Map<string, Set<string>>()
  for (const { kind, targetIds } of lines) {
    const of = wanted.get(kind) ?? new Set()
    wanted.set(kind, of)
    for (const id of targetIds) of.add(id)
  }
  const known = new Map(
    await Promise.all(
      [...wanted].map(async ([kind, of]) => {
        const shape = shapes.find(({ resource }) => resource.name === kind)
        if (!shape || of.size === 0) return [kind, undefined] as const
        const [names, alive] = await Promise.all([namesOf(db, shape, scope, [...of]), undeletedIds(db, shape, [...of])])
        return [kind, { shape, names, alive }] as const
      }),
    ),
  )
  const sent = lines.flatMap(({ commandId, batchCommands }) => [commandId ?? '', ...batchCommands])
  const outcomes = await outcomesOf(
    db,
    scope,
    [...new Set(sent)].filter((id) => COMMAND_ID.test(id)),
  )
  const faults = await faultsOf(db, scope, [...(wanted.get(FAULT) ?? [])])
  return lines.map((line) => {
    const { id, kind, targetIds, commandId, batchLines, batchCommands } = line
    const rows = known.get(kind)
    const statuses = batchCommands.flatMap((one) => outcomes.get(one)?.status ?? [])
    const { username, nickName, apiKeyName, action, targets } = line
    return {
      id,
      by: { username, nickName, apiKeyName },
      action,
      targets,
      kind,
      objects: rows
        ? targetIds.map((target): Named => {
            const [name, gone] = [rows.names.get(target) ?? null, !rows.alive.has(target)]
            // A row that stands, but not for this reader, keeps the name it had to itself, too.
            const was = name !== null || gone ? nameThen(rows.shape, line, target) : null
            const fault = kind === FAULT ? (faults.get(target) ?? null) : null
            return { id: target, name, was: was === name ? null : was, gone, fault }
          })
        : [],
      command: (commandId === null ? undefined : outcomes.get(commandId)) ?? null,
      batch: { lines: batchLines, outcomes: countedBy(statuses) },
    }
  })
}

/** The name that a row had, where the line stores it: the one it got, or lost. */
function nameThen({ resource }: ResourceShape, { before, after, targetIds }: LoggedTargets, id: string): string | null {
  for (const side of [after, before]) {
    const rows: unknown[] = Array.isArray(side) ? side : [side]
    for (const row of rows) {
      if (typeof row !== 'object' || row === null) continue
      const isIt = 'id' in row ? row.id === id : targetIds.length === 1
      const name: unknown = isIt ? (row as Record<string, unknown>)[resource.display] : undefined
      if (typeof name === 'string' && name !== '') return name
    }
  }
  return null
}

function countedBy(statuses: readonly CommandStatus[]): Partial<Record<CommandStatus, number>> {
  const counted: Partial<Record<CommandStatus, number>> = {}
  for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1
  return counted
}
