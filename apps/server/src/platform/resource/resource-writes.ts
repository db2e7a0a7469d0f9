import type { FieldReason, Resource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../audit/audit.store.ts'
import type { Connection } from '../db/db.ts'
import type { CallContext } from '../http/mount-operation.ts'
import type { MountedResource, ResourceChange } from './resource-change.ts'
import { checkDictionaries } from './kinds/resource-dictionary.ts'
import { saveFiles } from './kinds/resource-files.ts'
import { linesParts, mentionsOf, writeLines } from './kinds/resource-lines.ts'
import { readWhole } from './kinds/resource-lines.store.ts'
import { refusal } from './resource-refusal.ts'
import { checkTree, lockTree } from './resource-tree.store.ts'
import { refuseWhenReferenced, referencesTo } from './resource-references.store.ts'
import { isOwnColumn, readIn, type ResourceShape, snake } from './resource-shape.ts'
import { deleteRows, insertRow, readRows, type ResourceRow, updateRow, visibleIds } from './resource.store.ts'
import { isRowId } from './scoped.ts'
import { mayOwnIn } from '../http/session.ts'
import { TENANT_TREE } from './tenant-tables.ts'

type Values = Record<string, unknown>
export type Written = ResourceChange & { readonly id: string }

/**
 * Inserts one row with all that belongs to it, and returns its id. `columns` are written in addition to its fields;
 * `secrets` takes what only the answer says.
 */
export async function insertOne(
  mounted: MountedResource,
  values: Values,
  context: CallContext,
  columns: Values = {},
  secrets: Record<string, string> = {},
): Promise<string> {
  const { shape } = mounted
  const written = await write(mounted, async (tx) => {
    await lockTree(tx, shape, values)
    const change: ResourceChange = {
      verb: 'insert',
      id: null,
      before: null,
      values,
      columns: { ...beginning(shape), ...columns },
      tx,
      context,
      secrets,
      trial: mounted.trial ?? false,
    }
    await mounted.hooks.beforeWrite?.(change)
    await checkReferences(shape, change)
    await checkDictionaries(mounted, change)
    await checkTree(tx, shape, null, change.values)
    checkOwner(change)
    const id = await insertRow(tx, shape, ownColumns(shape, change), context.session.userId)
    await writeLines(shape, change, id)
    const done = { ...change, id }
    await saveFiles(mounted, done)
    await mounted.hooks.afterWrite?.(done)
    const [after] = await readWhole(tx, shape, everything(context), [id])
    const row = after ?? { ...values, id, version: 0 }
    await audit(shape, context, { verb: 'insert', tx, rows: [row] }, () => ({ before: null, after: after ?? null }))
    return [done]
  })
  return written[0]!.id
}

/** The state that a new document is in. */
function beginning({ resource: { states } }: ResourceShape): Values {
  return states ? { [states.field]: states.begin } : {}
}

/** @throws AppError `stale-version` when the row was changed meanwhile. */
export async function updateOne(
  mounted: MountedResource,
  row: { id: string; version: number },
  values: Values,
  context: CallContext,
): Promise<void> {
  const { shape } = mounted
  await write(mounted, async (tx) => {
    await lockTree(tx, shape, values)
    const [before] = await readWhole(tx, shape, context.session.scope, [row.id], true)
    if (!before) throw new AppError('not-found')
    if (before.version !== row.version) throw new AppError('stale-version')
    await takeBackWords(shape, { before, values, tx, context })
    const change: ResourceChange = { verb: 'update', id: row.id, before, values, columns: {}, tx, context }
    await mounted.hooks.beforeWrite?.(change)
    await checkReferences(shape, change)
    await checkDictionaries(mounted, change)
    await checkTree(tx, shape, row.id, change.values)
    checkOwner(change)
    const saved = await updateRow(tx, shape, row, ownColumns(shape, change), context.session.userId)
    if (!saved) throw new AppError('stale-version')
    await writeLines(shape, change, row.id)
    const done = { ...change, id: row.id }
    await saveFiles(mounted, done)
    await mounted.hooks.afterWrite?.(done)
    const [after] = await readWhole(tx, shape, everything(context), [row.id])
    await audit(shape, context, { verb: 'update', tx, rows: [before] }, () => changed(before, after ?? before))
    return [done]
  })
}

/** A word sent back as it was shown in another language is no new name. */
async function takeBackWords(
  shape: ResourceShape,
  { before, values, tx, context }: Pick<Written, 'values' | 'tx' | 'context'> & { before: ResourceRow },
): Promise<void> {
  const said = readIn(shape, context.language)
  const worded = Object.keys(shape.words?.get(shape.resource.name) ?? {})
  const given = worded.filter((name) => typeof values[name] === 'string')
  if (said === shape || given.length === 0) return
  const [shown] = await readRows(tx, said, context.session.scope, [before.id])
  for (const name of given) if (values[name] === shown?.[name]) values[name] = before[name]
}

/** All of them, or none: one that is missing, out of scope or in use refuses the whole call (API-25). */
export async function deleteAll(mounted: MountedResource, ids: readonly string[], context: CallContext): Promise<void> {
  const { shape, api } = mounted
  const { name, table, tree } = shape.resource
  const references = await referencesTo(api.db, table, linesParts(api.shapes))
  await write(mounted, async (tx) => {
    const wanted = [...new Set(ids)]
    const rows = await readWhole(tx, shape, context.session.scope, wanted, true)
    if (rows.length < wanted.length) throw new AppError('not-found')
    const changes = rows.map(
      (before): Written => ({ verb: 'del', id: before.id, before, values: {}, columns: {}, tx, context }),
    )
    for (const change of changes) await mounted.hooks.beforeWrite?.(change)
    await refuseWhenReferenced(tx, references, {
      resource: name,
      table,
      parent: tree?.parent && snake(tree.parent),
      ids: wanted,
      shapes: api.shapes.map((one) => readIn(one, context.language)),
      scope: context.session.scope,
    })
    await deleteRows(tx, shape, wanted, context.session.userId)
    for (const change of changes) await mounted.hooks.afterWrite?.(change)
    await audit(shape, context, { verb: 'del', tx, rows }, (own) => ({ before: own, after: null }))
    return changes
  })
}

/** Runs one transaction; maps what the database refuses to the contract's errors; events are sent after the commit. */
export async function write(
  { api, shape, hooks }: MountedResource,
  work: (tx: Connection) => Promise<Written[]>,
): Promise<Written[]> {
  let written: Written[]
  try {
    written = await api.db.transaction(work)
  } catch (error) {
    throw refusal(shape, error)
  }
  api.rowsChanged?.(shape.resource, ownersOf(shape, written))
  for (const change of written) {
    // The row is saved, so a failure here must not reach the caller.
    await Promise.resolve(change)
      .then((done) => hooks.afterCommit?.(done))
      .catch((error: unknown) => api.log.error({ resource: shape.resource.name, err: error }, 'afterCommit failed'))
  }
  return written
}

/** The departments that these rows belonged or now belong to; null for rows without one. */
function ownersOf({ resource }: ResourceShape, written: readonly Written[]): (string | null)[] {
  const owners = written.flatMap(({ id, before, values, columns }) => {
    if (resource.table === TENANT_TREE) return [id]
    return [before?.['deptId'], columns['deptId'] ?? values['deptId']].filter((owner) => owner !== undefined)
  })
  return [...new Set(owners.map((owner) => (typeof owner === 'string' ? owner : null)))]
}

/** The values of a change that are columns of the row's own table. */
export function ownColumns(shape: ResourceShape, { values, columns }: ResourceChange): Values {
  const own = Object.entries(values).filter(([name, value]) => value !== undefined && isOwnColumn(shape, name))
  return { ...Object.fromEntries(own), ...columns }
}

/** The references of a row and its lines must exist in the caller's scope, or a row could reach into another tenant. */
export async function checkReferences(shape: ResourceShape, change: ResourceChange): Promise<void> {
  const { scope } = change.context.session
  const fields: Record<string, FieldReason> = {}
  for (const [to, mentions] of Map.groupBy(mentionsOf(shape.resource, change), (mention) => mention.to)) {
    const target = shape.resources.get(to)
    if (!target) continue
    const ids = [...new Set(mentions.flatMap((mention) => mention.ids))].filter(isRowId)
    const known = ids.length > 0 ? await visibleIds(change.tx, shape, to, scope, ids) : new Set<string>()
    for (const { path, ids: named } of mentions)
      if (!named.every((id) => known.has(id) || isHome(target, id, change))) fields[path] = 'not-found'
  }
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
}

/** A user who sees only their own records may still put a row into their own department. */
function isHome(target: Resource, id: string, { context }: ResourceChange): boolean {
  // Only with the data scope SELF: a deleted department would otherwise count as home for a user who sees everything.
  const { own, homeDeptId } = context.session.scope
  return target.table === TENANT_TREE && own && id === homeDeptId
}

function checkOwner({ values, columns, before, context }: ResourceChange): void {
  const deptId = columns['deptId'] ?? values['deptId']
  if (typeof deptId !== 'string' || deptId === before?.['deptId']) return
  if (!mayOwnIn(context.session.scope, deptId)) throw new AppError('validation', { fields: { deptId: 'not-found' } })
}

/** After the write its maker may read it back, in whichever department it is. */
export function everything({ session }: CallContext) {
  return { ...session.scope, all: true }
}

/** The changed values of a row, before and after. */
export function changed(before: ResourceRow, after: ResourceRow): { before: Values; after: Values } {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (row: ResourceRow) => Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: pick(before), after: pick(after) }
}

/**
 * Writes the operation log about these rows: a line for each department they belong to, so that no line reveals
 * another's rows. A row that moves belongs to the department it leaves; a row without one, to the caller's.
 */
export async function audit(
  shape: ResourceShape,
  { session, ip, traceId }: CallContext,
  { verb, tx, rows }: { verb: string; tx: Connection; rows: readonly ResourceRow[] },
  told: (own: readonly ResourceRow[]) => { before: unknown; after: unknown },
): Promise<void> {
  const action = `${shape.resource.name}.${verb}`
  for (const [deptId, own] of Map.groupBy(rows, (row) => ownerOf(shape, row))) {
    const targetIds = own.map(({ id }) => id)
    await recordOperation(tx, session, { action, targetIds, deptId, ...told(own), ip, traceId })
  }
}

function ownerOf({ resource }: ResourceShape, row: ResourceRow): string | undefined {
  if (resource.table === TENANT_TREE) return row.id
  return typeof row['deptId'] === 'string' ? row['deptId'] : undefined
}
