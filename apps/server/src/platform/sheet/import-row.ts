import { type Field, importKey, insertSchema, type Resource, type SheetWords, updateSchema } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import { validationError } from '../http/http-errors.ts'
import type { CallContext } from '../http/mount-operation.ts'
import type { MountedResource } from '../resource/resource-change.ts'
import { idsByText } from '../resource/resource-stream.store.ts'
import { readIn, targetShape } from '../resource/resource-shape.ts'
import { readRows, type ResourceRow } from '../resource/resource.store.ts'
import {
  type ChangedRow,
  insertAll,
  insertOne,
  type NewRow,
  updateAll,
  updateOne,
} from '../resource/resource-writes.ts'
import { isWritable } from '@sluice/contract'
import type { ImportSheet, SheetRow } from './import-file.ts'
import { namesOfCell } from './name-list.ts'
import { readCell } from './sheet-fields.ts'

interface ImportWishes {
  words: SheetWords
  zone: string
  updateExisting: boolean
  context: CallContext
}

export interface ImportRules extends ImportWishes {
  /** Made once for all rows: making one takes longer than reading a row with it. */
  schemas: { insert: z.ZodObject; update: z.ZodObject }
  /**
   * Ids of rows of other resources by their name: a sheet says the same few departments and products in every row. That
   * they still exist in scope is checked with each write.
   */
  found: Map<string, string>
}

export function importRules(resource: Resource, wishes: ImportWishes): ImportRules {
  return {
    ...wishes,
    schemas: { insert: insertSchema(resource), update: updateSchema(resource) },
    found: new Map(),
  }
}

export interface RowDone {
  what: 'inserted' | 'updated' | 'unchanged'
  /** Shown to the importer only, once. */
  secrets: Readonly<Record<string, string>>
}

type Refused = Record<string, string>
const NO_SECRETS = {}

function refuse(fields: Refused): never {
  throw new AppError('validation', { fields })
}

/** Fields by which a person identifies a row of a resource: its title fields and unique ones. */
function namingFields(resource: Resource): string[] {
  const unique = Object.entries(resource.fields).filter(([, field]) => field.kind === 'text' && field.unique)
  return [...new Set([resource.display, ...unique.map(([name]) => name)])]
}

/**
 * Writes one row of a sheet through the same door as the form: rules, scope, audit.
 * @throws AppError with `facts.fields` where single cells are to blame
 */
export async function importRow(
  mounted: MountedResource,
  sheet: ImportSheet,
  row: SheetRow,
  rules: ImportRules,
): Promise<RowDone> {
  const values = await readValues(mounted, sheet, row, rules)
  const existing = rules.updateExisting ? await findExisting(mounted, values, rules) : undefined
  if (existing) return changeExisting(mounted, existing, values, rules)
  const { given, done } = newRow(mounted, values, rules)
  const { hooks, api } = mounted
  if (hooks.insert) await hooks.insert(given.values, rules.context, api.db)
  else await insertOne(mounted, given, rules.context)
  return done
}

/** Whether rows of this resource may be written several at once: none of them is judged by another. */
export function mayComeTogether({ hooks, shape }: MountedResource): boolean {
  const { beforeWrite, afterWrite, insert, together } = hooks
  const judgesRows = beforeWrite !== undefined || afterWrite !== undefined
  return !shape.resource.tree && !insert && (together ?? !judgesRows)
}

/**
 * Writes rows of a sheet at once, every one or none. Undefined, and nothing written, where some of them are new and some
 * are known.
 * @throws AppError when one of them is refused; it does not say which
 */
export async function importTogether(
  mounted: MountedResource,
  sheet: ImportSheet,
  rows: readonly SheetRow[],
  rules: ImportRules,
): Promise<RowDone[] | undefined> {
  const given = []
  for (const row of rows) given.push(await readValues(mounted, sheet, row, rules))
  const known = rules.updateExisting ? await findAllExisting(mounted, given, rules) : new Map<number, ResourceRow>()
  if (known.size > 0) return known.size < rows.length ? undefined : changeAll(mounted, given, known, rules)
  const made = given.map((values) => newRow(mounted, values, rules))
  await insertAll(
    mounted,
    made.map((row) => row.given),
    rules.context,
  )
  return made.map(({ done }) => done)
}

/** Rows that all are known: those whose cells say something else are changed. */
async function changeAll(
  mounted: MountedResource,
  given: readonly Readonly<Record<string, unknown>>[],
  known: ReadonlyMap<number, ResourceRow>,
  rules: ImportRules,
): Promise<RowDone[]> {
  const changes = given.map((values, n) => changeOf(mounted, known.get(n)!, values, rules))
  const wanted = changes.filter((change) => change !== undefined)
  if (wanted.length > 0) await updateAll(mounted, wanted, rules.context)
  return changes.map((change) => ({ what: change ? 'updated' : 'unchanged', secrets: NO_SECRETS }))
}

/** @throws AppError naming the cells that no form would take */
function newRow(
  mounted: MountedResource,
  values: Readonly<Record<string, unknown>>,
  { schemas }: ImportRules,
): { given: NewRow; done: RowDone } {
  const gift = mounted.hooks.forImport?.()
  const whole = { ...fallbacks(mounted.shape.resource), ...values, ...gift?.values }
  const input = schemas.insert.safeParse(whole)
  if (!input.success) throw validationError(input.error.issues, whole)
  return {
    given: { values: input.data, columns: gift?.columns },
    done: { what: 'inserted', secrets: gift?.secrets ?? NO_SECRETS },
  }
}

/** The initial values of a form. */
function fallbacks({ fields }: Resource): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'enum' && field.fallback && isWritable(field, 'insert') ? [[name, field.fallback]] : [],
    ),
  )
}

async function readValues(
  mounted: MountedResource,
  { fields }: ImportSheet,
  { cells }: SheetRow,
  rules: ImportRules,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  const refused: Refused = {}
  for (const [at, name] of inOrder(mounted.shape.resource, fields)) {
    const text = cells[at] ?? ''
    if (text === '') continue
    const field = mounted.shape.resource.fields[name]!
    const read =
      field.kind === 'ref'
        ? await findReference(mounted, field, text, values, rules)
        : field.kind === 'refs'
          ? await findReferences(mounted, field, text, rules)
          : readCell(field, text, rules.words, rules.zone)
    if ('reason' in read) refused[name] = read.reason
    else values[name] = read.value
  }
  if (Object.keys(refused).length > 0) refuse(refused)
  return values
}

/** References to the same resource come last: they are looked up among the siblings that the other references give. */
function inOrder({ name: own, fields: all }: Resource, fields: ReadonlyMap<number, string>): [number, string][] {
  const isOwn = ([, name]: [number, string]) => {
    const field = all[name]!
    return field.kind === 'ref' && field.to === own
  }
  const list = [...fields]
  return [...list.filter((one) => !isOwn(one)), ...list.filter(isOwn)]
}

/** Several names in one cell, between commas of either script. */
async function findReferences(
  mounted: MountedResource,
  { to }: Extract<Field, { kind: 'refs' }>,
  text: string,
  rules: ImportRules,
): Promise<{ value: string[] } | { reason: string }> {
  const ids: string[] = []
  for (const one of namesOfCell(text)) {
    const found = await findReference(mounted, { kind: 'ref', to }, one, {}, rules)
    if ('reason' in found) return found
    ids.push(found.value)
  }
  return { value: ids }
}

async function findReference(
  { api, shape }: MountedResource,
  field: Extract<Field, { kind: 'ref' }>,
  text: string,
  values: Readonly<Record<string, unknown>>,
  { context, found }: ImportRules,
): Promise<{ value: string } | { reason: string }> {
  const resource = shape.resources.get(field.to)
  if (!resource) throw new Error(`${shape.resource.name} refers to ${field.to}, which is not mounted`)
  const target = targetShape(readIn(shape, context.language), resource)
  const names = namingFields(resource)
  const among = amongOf(resource, values)
  // Rows of the same resource may be made, renamed or deleted by rows further up.
  const key = field.to === shape.resource.name ? undefined : JSON.stringify([field.to, text, among])
  const known = key === undefined ? undefined : found.get(key)
  if (known !== undefined) return { value: known }
  const ids = await api.db.withClient((tx) => idsByText(tx, target, context.session.scope, { names, text, among }))
  if (ids.length > 1) return { reason: 'ambiguous' }
  if (ids[0] === undefined) return { reason: 'not-found' }
  if (key !== undefined) found.set(key, ids[0])
  return { value: ids[0] }
}

/** Where names are unique only among some rows: which. */
function amongOf(
  { uniqueWithin: within }: Resource,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return within === undefined || values[within] === undefined ? {} : { [within]: values[within] }
}

async function findExisting(
  mounted: MountedResource,
  values: Readonly<Record<string, unknown>>,
  rules: ImportRules,
): Promise<ResourceRow | undefined> {
  return (await findAllExisting(mounted, [values], rules)).get(0)
}

/** The known rows that rows of a sheet name by their key, by the place of each. */
async function findAllExisting(
  { api, shape }: MountedResource,
  given: readonly Readonly<Record<string, unknown>>[],
  { context }: ImportRules,
): Promise<Map<number, ResourceRow>> {
  const key = importKey(shape.resource)
  if (key === undefined) return new Map()
  const { scope } = context.session
  const said = readIn(shape, context.language)
  return api.db.withClient(async (tx) => {
    const ids = new Map<number, string>()
    for (const [n, values] of given.entries()) {
      const text = values[key]
      if (typeof text !== 'string') continue
      const [id] = await idsByText(tx, said, scope, { names: [key], text, among: amongOf(shape.resource, values) })
      if (id !== undefined) ids.set(n, id)
    }
    if (ids.size === 0) return new Map()
    const rows = new Map((await readRows(tx, said, scope, [...new Set(ids.values())])).map((row) => [row.id, row]))
    return new Map([...ids].flatMap(([n, id]) => (rows.has(id) ? [[n, rows.get(id)!]] : [])))
  })
}

/** What is to change in a known row; undefined when nothing. Empty cells leave a value unchanged: a sheet often holds only some columns. */
function changeOf(
  { shape: { resource } }: MountedResource,
  row: ResourceRow,
  values: Readonly<Record<string, unknown>>,
  { schemas }: ImportRules,
): ChangedRow | undefined {
  const changed = Object.entries(values).filter(([name, value]) => String(row[name] ?? '') !== String(value))
  const fixed = changed.filter(([name]) => !isWritable(resource.fields[name]!, 'update'))
  if (fixed.length > 0) refuse(Object.fromEntries(fixed.map(([name]) => [name, 'not-permitted'])))
  if (changed.length === 0) return undefined
  const wanted = { id: row.id, version: row.version, ...Object.fromEntries(changed) }
  const input = schemas.update.safeParse(wanted)
  if (!input.success) throw validationError(input.error.issues, wanted)
  const { id, version, ...rest } = input.data
  return { id: String(id), version: Number(version), values: rest }
}

async function changeExisting(
  mounted: MountedResource,
  row: ResourceRow,
  values: Readonly<Record<string, unknown>>,
  rules: ImportRules,
): Promise<RowDone> {
  const change = changeOf(mounted, row, values, rules)
  if (!change) return { what: 'unchanged', secrets: NO_SECRETS }
  await updateOne(mounted, change, change.values, rules.context)
  return { what: 'updated', secrets: NO_SECRETS }
}
