import { type FieldReason, listsChangedBy, type Resource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordLines } from '../audit/audit.store.ts'
import type { Connection } from '../db/db.ts'
import type { CallContext } from '../http/mount-operation.ts'
import { tellRows } from './changed-rows.ts'
import type { MountedResource, ResourceChange } from './resource-change.ts'
import { checkDictionaries } from './kinds/resource-dictionary.ts'
import { saveFiles } from './kinds/resource-files.ts'
import { linesParts, mentionsOf, writeLines } from './kinds/resource-lines.ts'
import { readWhole } from './kinds/resource-lines.store.ts'
import { refusal } from './resource-refusal.ts'
import { checkTree, lockTree } from './resource-tree.store.ts'
import { refuseWhenReferenced, referencesTo } from './resource-references.store.ts'
import { isOwnColumn, readIn, type ResourceShape, snake } from './resource-shape.ts'
import { deptsOfDevices } from './changed-device.store.ts'
import { deleteRows, insertRows, readRows, type ResourceRow, updateRow, visibleIds } from './resource.store.ts'
import { isRowId } from './scoped.ts'
import { mayOwnIn } from '../http/session.ts'
import { TENANT_TREE } from './tenant-tables.ts'

type Values = Record<string, unknown>
export type Written = ResourceChange & { readonly id: string }

/** A row to be made. `columns` are written in addition to its fields; `secrets` takes what only the answer says. */
export interface NewRow {
  readonly values: Values
  readonly columns?: Values | undefined
  readonly secrets?: Record<string, string> | undefined
}

/** Inserts one row with all that belongs to it, and returns its id. */
export async function insertOne(mounted: MountedResource, row: NewRow, context: CallContext): Promise<string> {
  const [id] = await insertAll(mounted, [row], context)
  return id!
}

/**
 * Inserts rows with all that belongs to them, every one or none, and returns their ids in order. What a hook looks up
 * about another of these rows it does not find yet (`ResourceHooks.together`).
 */
export async function insertAll(
  mounted: MountedResource,
  rows: readonly NewRow[],
  context: CallContext,
): Promise<string[]> {
  const { shape, hooks } = mounted
  const { userId } = context.session
  const written = await write(mounted, async (tx) => {
    const changes = rows.map(({ values, columns = {}, secrets = {} }): ResourceChange => {
      const begun = { ...beginning(shape), ...columns }
      const trial = mounted.trial ?? false
      return { verb: 'insert', id: null, before: null, values, columns: begun, tx, context, secrets, trial }
    })
    for (const change of changes) {
      await lockTree(tx, shape, change.values)
      await hooks.beforeWrite?.(change)
    }
    await checkReferences(shape, tx, changes)
    for (const change of changes) {
      await checkDictionaries(mounted, change)
      await checkTree(tx, shape, null, change.values)
      checkOwner(change)
    }
    const own = changes.map((change) => ownColumns(shape, change))
    const ids = await insertRows(tx, shape, own, userId)
    const done = changes.map((change, n): Written => ({ ...change, id: ids[n]! }))
    for (const change of done) {
      await writeLines(shape, change, change.id)
      await saveFiles(mounted, change)
      await hooks.afterWrite?.(change)
    }
    const read = byId(await readWhole(tx, shape, everything(context), ids))
    const made = done.map(({ id, values }) => read.get(id) ?? { ...values, id, version: 0 })
    await audit(mounted, context, { verb: 'insert', tx, lines: made.map((row) => [row]) }, ([row]) => ({
      before: null,
      after: read.get(row!.id) ?? null,
    }))
    return done
  })
  return written.map(({ id }) => id)
}

/** The state that a new document is in. */
function beginning({ resource: { states } }: ResourceShape): Values {
  return states ? { [states.field]: states.begin } : {}
}

/** A known row as its changer read it, and the values that are to be others. */
export interface ChangedRow {
  readonly id: string
  readonly version: number
  readonly values: Values
}

/** @throws AppError `stale-version` when the row was changed meanwhile. */
export async function updateOne(
  mounted: MountedResource,
  { id, version }: { id: string; version: number },
  values: Values,
  context: CallContext,
): Promise<void> {
  await updateAll(mounted, [{ id, version, values }], context)
}

/**
 * Changes rows with all that belongs to them, every one or none. Each is judged beside the others as they were before.
 * @throws AppError `stale-version` when one of them was changed meanwhile, or is named twice.
 */
export async function updateAll(
  mounted: MountedResource,
  rows: readonly ChangedRow[],
  context: CallContext,
): Promise<void> {
  const { shape, hooks } = mounted
  const ids = rows.map(({ id }) => id)
  await write(mounted, async (tx) => {
    for (const { values } of rows) await lockTree(tx, shape, values)
    const known = byId(await readWhole(tx, shape, context.session.scope, ids, true))
    const changes = rows.map(({ id, version, values }) => {
      const before = known.get(id)
      if (!before) throw new AppError('not-found')
      if (before.version !== version) throw new AppError('stale-version')
      return { verb: 'update', id, before, values, columns: {}, tx, context } as const
    })
    for (const change of changes) {
      await takeBackWords(shape, change)
      await hooks.beforeWrite?.(change)
    }
    await checkReferences(shape, tx, changes)
    for (const change of changes) {
      await checkDictionaries(mounted, change)
      await checkTree(tx, shape, change.id, change.values)
      checkOwner(change)
    }
    for (const change of changes) {
      const own = ownColumns(shape, change)
      if (!(await updateRow(tx, shape, change.before, own, context.session.userId))) throw new AppError('stale-version')
      await writeLines(shape, change, change.id)
      await saveFiles(mounted, change)
      await hooks.afterWrite?.(change)
    }
    const after = byId(await readWhole(tx, shape, everything(context), ids))
    const lines = changes.map(({ before }) => [before])
    await audit(mounted, context, { verb: 'update', tx, lines }, ([before]) =>
      changed(before!, after.get(before!.id) ?? before!),
    )
    return changes
  })
}

const byId = (rows: readonly ResourceRow[]) => new Map(rows.map((row) => [row.id, row]))

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
    await audit(mounted, context, { verb: 'del', tx, lines: ownedBy(shape, rows) }, (own) => ({
      before: own,
      after: null,
    }))
    return changes
  })
}

/**
 * Runs one transaction, or its part of a joined one, which tells the open lists; maps what the database refuses to the
 * contract's errors; the bus is told after the commit.
 */
export async function write(
  mounted: MountedResource,
  work: (tx: Connection) => Promise<Written[]>,
): Promise<Written[]> {
  const { api, shape, joined } = mounted
  let written: Written[]
  try {
    const told = (tx: Connection) => toldOf(mounted, tx, work)
    written = await (joined ? told(joined.tx) : api.db.transaction(told))
  } catch (error) {
    throw refusal(shape, error)
  }
  if (joined) joined.written.push(...written)
  else await tell(mounted, written)
  return written
}

async function toldOf(
  { shape, trial }: MountedResource,
  tx: Connection,
  work: (tx: Connection) => Promise<Written[]>,
): Promise<Written[]> {
  const written = await work(tx)
  const [one] = written
  if (trial || !one) return written
  const resources = listsChangedBy(`${shape.resource.name}.${one.verb}`)
  await tellRows(tx, [{ resources, deptIds: await ownersOf(shape, tx, written) }])
  return written
}

/** Tells of changes that are committed. */
export async function tell({ api, shape, hooks }: MountedResource, written: readonly Written[]): Promise<void> {
  for (const change of written) {
    // The row is saved, so a failure here must not reach the caller.
    await Promise.resolve(change)
      .then((done) => hooks.afterCommit?.(done))
      .catch((error: unknown) => api.log.error({ resource: shape.resource.name, err: error }, 'afterCommit failed'))
  }
}

/** The departments that these rows belonged or now belong to; null for rows without one. */
async function ownersOf(
  { resource }: ResourceShape,
  tx: Connection,
  written: readonly Written[],
): Promise<(string | null)[]> {
  if (resource.scope === 'device') {
    const devices = written.flatMap(({ before, values, columns }) =>
      [before, values, columns].map((row) => row?.['deviceId']),
    )
    return deptsOfDevices(tx, [...new Set(devices)].filter(isRowId))
  }
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

/** The references of rows and their lines must exist in the caller's scope, or a row could reach into another tenant. */
export async function checkReferences(
  shape: ResourceShape,
  tx: Connection,
  changes: readonly ResourceChange[],
): Promise<void> {
  const fields: Record<string, FieldReason> = {}
  const all = changes.flatMap((change) => mentionsOf(shape.resource, change).map((mention) => ({ ...mention, change })))
  for (const [to, mentions] of Map.groupBy(all, (mention) => mention.to)) {
    const target = shape.resources.get(to)
    if (!target) continue
    const ids = [...new Set(mentions.flatMap((mention) => mention.ids))].filter(isRowId)
    const { scope } = mentions[0]!.change.context.session
    const known = ids.length > 0 ? await visibleIds(tx, shape, to, scope, ids) : new Set<string>()
    for (const { path, ids: named, change } of mentions)
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

/** Rows by the department they belong to: a line about all of them must not reveal another's rows. */
export function ownedBy(shape: ResourceShape, rows: readonly ResourceRow[]): ResourceRow[][] {
  return [...Map.groupBy(rows, (row) => ownerOf(shape, row)).values()]
}

/**
 * Writes the operation log: a line about the rows of each of `lines`, which belong to one department. A row that moves
 * belongs to the department it leaves; a row without one, to the caller's. Of changes that are part of another
 * transaction the one who began it writes.
 */
export async function audit(
  { shape, joined }: MountedResource,
  { session, ip, traceId }: CallContext,
  { verb, tx, lines }: { verb: string; tx: Connection; lines: readonly (readonly ResourceRow[])[] },
  told: (own: readonly ResourceRow[]) => { before: unknown; after: unknown },
): Promise<void> {
  if (joined || lines.length === 0) return
  const action = `${shape.resource.name}.${verb}`
  const entries = lines.map((own) => {
    const targetIds = own.map(({ id }) => id)
    return { action, targetIds, deptId: ownerOf(shape, own[0]!), ...told(own), ip, traceId }
  })
  await recordLines(tx, session, entries, [])
}

function ownerOf({ resource }: ResourceShape, row: ResourceRow): string | undefined {
  if (resource.table === TENANT_TREE) return row.id
  return typeof row['deptId'] === 'string' ? row['deptId'] : undefined
}
