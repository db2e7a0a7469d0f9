import { inLanguage, isWritable, type Resource, type States, type Transition } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { CallContext } from '../http/mount-operation.ts'
import type { MountedResource, ResourceChange } from './resource-change.ts'
import { audit, changed, checkReferences, everything, ownColumns, write } from './resource-writes.ts'
import { readWhole } from './kinds/resource-lines.store.ts'
import { updateRow } from './resource.store.ts'

/** What a transition can be asked for: values that are columns of the row, and nothing beside them. */
const ASKED: ReadonlySet<string> = new Set(['text', 'longText', 'integer', 'decimal', 'boolean', 'date', 'time', 'ref'])

/**
 * Checks that the states of a resource are consistent: only transitions write the field, and they lead from its values
 * to its values.
 * @throws Error at start, naming the fault
 */
export function checkStates({ name, fields, states }: Resource): void {
  if (!states) return
  const field = fields[states.field]
  if (field?.kind !== 'enum' || field.write !== 'never')
    throw new Error(`${name}.${states.field} has states: it is an enum that nobody writes`)
  const { begin, steps = [], transitions } = states
  const named = [begin, ...steps, ...transitions.flatMap(({ from, to }) => [...from, to])]
  const unknown = named.filter((value) => !field.values.includes(value))
  const asked = transitions.flatMap((transition) => transition.fields ?? [])
  const kept = asked.filter((one) => !fields[one] || !ASKED.has(fields[one].kind) || !isWritable(fields[one], 'update'))
  if (kept.length > 0) throw new Error(`${name} cannot be asked for ${kept.join(', ')} by a transition`)
  if (unknown.length > 0) throw new Error(`${name}.${states.field} has no ${unknown.join(', ')}`)
}

/** The row with the version that was looked at, and what its form filled in (`Transition.fields`). */
export interface MovedRow {
  id: string
  version: number
  [field: string]: unknown
}

/**
 * Moves a document to its next state, in one transaction with the check of its state.
 * @throws AppError `not-found`, `stale-version` when it was changed meanwhile, `conflict` where it is in another state,
 * `not-yet` with the `reason` where a condition is not met
 */
export async function moveOn(
  mounted: MountedResource,
  { field }: States<string>,
  { name, from, to, unless, fields = [] }: Transition,
  { id, version, ...given }: MovedRow,
  context: CallContext,
): Promise<void> {
  const { shape } = mounted
  // A row as it was read names more than was asked for.
  const values = Object.fromEntries(fields.filter((one) => given[one] !== undefined).map((one) => [one, given[one]]))
  await write(mounted, async (tx) => {
    const [before] = await readWhole(tx, shape, context.session.scope, [id], true)
    if (!before) throw new AppError('not-found')
    if (before.version !== version) throw new AppError('stale-version')
    const state = String((before as Record<string, unknown>)[field])
    if (!from.includes(state)) throw new AppError('conflict', { state, from })
    const { userId, keys } = context.session
    const because = unless?.({ ...before, ...values }, { userId, may: (key) => keys.has(key) })
    if (because) throw new AppError('not-yet', { reason: inLanguage(because, context.language) })
    const columns = { [field]: to }
    const change: ResourceChange = {
      verb: 'update',
      transition: name,
      id,
      before,
      values,
      columns,
      tx,
      context,
    }
    await mounted.hooks.beforeWrite?.(change)
    await checkReferences(shape, tx, [change])
    const saved = await updateRow(tx, shape, before, ownColumns(shape, change), context.session.userId)
    if (!saved) throw new AppError('stale-version')
    const done = { ...change, id }
    await mounted.hooks.afterWrite?.(done)
    const [after] = await readWhole(tx, shape, everything(context), [id])
    await audit(mounted, context, { verb: name, tx, lines: [[before]] }, () => changed(before, after ?? before))
    return [done]
  })
}
