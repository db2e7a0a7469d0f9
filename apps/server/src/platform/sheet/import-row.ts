import { type Field, importKey, insertSchema, type Resource, type SheetWords, updateSchema } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { validationError } from '../http/http-errors.ts'
import type { CallContext } from '../http/mount-operation.ts'
import type { MountedResource } from '../resource/resource-change.ts'
import { idsByText } from '../resource/resource-stream.store.ts'
import { readIn, targetShape } from '../resource/resource-shape.ts'
import { readRows, type ResourceRow } from '../resource/resource.store.ts'
import { insertOne, updateOne } from '../resource/resource-writes.ts'
import { isWritable } from '@sluice/contract'
import type { ImportSheet, SheetRow } from './import-file.ts'
import { namesOfCell } from './name-list.ts'
import { readCell } from './sheet-fields.ts'

export interface ImportRules {
  words: SheetWords
  zone: string
  updateExisting: boolean
  context: CallContext
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
  if (existing) return changeExisting(mounted, existing, values, rules.context)
  const gift = mounted.hooks.forImport?.()
  const schema = insertSchema(mounted.shape.resource)
  const whole = { ...fallbacks(mounted.shape.resource), ...values, ...gift?.values }
  const input = schema.safeParse(whole)
  if (!input.success) throw validationError(input.error.issues, whole)
  const { hooks, api } = mounted
  if (hooks.insert) await hooks.insert(input.data, rules.context, api.db)
  else await insertOne(mounted, input.data, rules.context, gift?.columns)
  return { what: 'inserted', secrets: gift?.secrets ?? NO_SECRETS }
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
  { context }: ImportRules,
): Promise<{ value: string } | { reason: string }> {
  const resource = shape.resources.get(field.to)
  if (!resource) throw new Error(`${shape.resource.name} refers to ${field.to}, which is not mounted`)
  const target = targetShape(readIn(shape, context.language), resource)
  const names = namingFields(resource)
  const ids = await api.db.withClient((tx) =>
    idsByText(tx, target, context.session.scope, { names, text, among: amongOf(resource, values) }),
  )
  if (ids.length > 1) return { reason: 'ambiguous' }
  return ids[0] === undefined ? { reason: 'not-found' } : { value: ids[0] }
}

/** Where names are unique only among some rows: which. */
function amongOf(
  { uniqueWithin: within }: Resource,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return within === undefined || values[within] === undefined ? {} : { [within]: values[within] }
}

async function findExisting(
  { api, shape }: MountedResource,
  values: Readonly<Record<string, unknown>>,
  { context }: ImportRules,
): Promise<ResourceRow | undefined> {
  const key = importKey(shape.resource)
  const text = key === undefined ? undefined : values[key]
  if (key === undefined || typeof text !== 'string') return undefined
  return api.db.withClient(async (tx) => {
    const { scope } = context.session
    const said = readIn(shape, context.language)
    const among = amongOf(shape.resource, values)
    const [id] = await idsByText(tx, said, scope, { names: [key], text, among })
    return id === undefined ? undefined : (await readRows(tx, said, scope, [id]))[0]
  })
}

/** Empty cells leave a value unchanged: a sheet often holds only some columns. */
async function changeExisting(
  mounted: MountedResource,
  row: ResourceRow,
  values: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<RowDone> {
  const { resource } = mounted.shape
  const changed = Object.entries(values).filter(([name, value]) => String(row[name] ?? '') !== String(value))
  const fixed = changed.filter(([name]) => !isWritable(resource.fields[name]!, 'update'))
  if (fixed.length > 0) refuse(Object.fromEntries(fixed.map(([name]) => [name, 'not-permitted'])))
  if (changed.length === 0) return { what: 'unchanged', secrets: NO_SECRETS }
  const wanted = { id: row.id, version: row.version, ...Object.fromEntries(changed) }
  const input = updateSchema(resource).safeParse(wanted)
  if (!input.success) throw validationError(input.error.issues, wanted)
  const { id, version, ...rest } = input.data
  await updateOne(mounted, { id: String(id), version: Number(version) }, rest, context)
  return { what: 'updated', secrets: NO_SECRETS }
}
