import { NAMED_TARGETS, objectOf, type OperationLogObjects } from '@sluice/contract'
import type { Api } from '../../platform/http/mount-operation.ts'
import type { Session } from '../../platform/http/session.ts'
import { namesOf } from '../../platform/resource/resource-stream.store.ts'
import { outcomesOf, targetsOf } from './operation-log.store.ts'

const COMMAND_ID = /^[0-9]{1,18}$/

/** Names of what lines of the log are about, as they are now and as far as the session sees them. */
export async function loggedObjects(
  { db, shapes }: Pick<Api, 'db' | 'shapes'>,
  { scope }: Pick<Session, 'scope'>,
  ids: readonly string[],
): Promise<OperationLogObjects[]> {
  const lines = (await targetsOf(db, scope, ids)).map((line) => ({
    ...line,
    kind: objectOf(line.action),
    targetIds: line.targetIds.slice(0, NAMED_TARGETS),
  }))
  const wanted = new Map<string, Set<string>>()
  for (const { kind, targetIds } of lines) {
    const of = wanted.get(kind) ?? new Set()
    wanted.set(kind, of)
    for (const id of targetIds) of.add(id)
  }
  const named = new Map(
    await Promise.all(
      [...wanted].map(async ([kind, of]) => {
        const shape = shapes.find(({ resource }) => resource.name === kind)
        const names = shape && of.size > 0 ? await namesOf(db, shape, scope, [...of]) : undefined
        return [kind, names] as const
      }),
    ),
  )
  const sent = lines.flatMap(({ commandId }) => (commandId && COMMAND_ID.test(commandId) ? [commandId] : []))
  const outcomes = await outcomesOf(db, scope, sent)
  return lines.map(({ id, kind, targetIds, commandId }) => {
    const outcome = commandId === null ? undefined : outcomes.get(commandId)
    const names = named.get(kind)
    return {
      id,
      kind,
      objects: names ? targetIds.map((target) => ({ id: target, name: names.get(target) ?? null })) : [],
      command: outcome ? { code: outcome.code, status: outcome.status } : null,
    }
  })
}
