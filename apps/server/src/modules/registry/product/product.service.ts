import { nameOf } from '../../../platform/http/session.ts'
import { createHash } from 'node:crypto'
import {
  canonicalJson,
  type CommandMap,
  commandMapProblems,
  type FieldReason,
  type ModelProblems,
  modelProblems,
  payloadScriptOf,
  type ProductFile,
  type ProductModel,
  productResource,
  raisedFaults,
  type ScriptFault,
  withCommandMap,
} from '@sluice/contract'
import { type Catalogue, metricOf } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Connection, Database, Sql } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { emitLater } from '../../../platform/outbox/outbox.store.ts'
import { tellRowsOf } from '../../../platform/resource/changed-rows.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { sortByType, typeDefaults } from '../type/device-type.store.ts'
import { fixedProblems, renamingProblems } from './product.rules.ts'
import {
  addVersion,
  deleteProduct,
  devicesOf,
  dropDraft,
  hasProgramVersion,
  insertProduct,
  lockProduct,
  lockProductNo,
  modelsInForce,
  programVersions,
  type ProductRow,
  saveDraft,
  setStatus,
  unknownCodes,
  versionModel,
} from './product.store.ts'

export interface ProductDeps {
  db: Database
  catalogue: Catalogue
  /** Devices are to be read by the types in force from their next report on. */
  onAdopted(): void
  /** Why a payload script cannot be run at all; null for one that can. */
  scriptFault(source: string): Promise<ScriptFault | null>
}

const WRONG_SCRIPT = { 'uplink.script': 'wrong-script' } as const satisfies ModelProblems

/** A change of one product, with the line of the operation log that it leaves. */
interface Change {
  id: string
  /** As it was read; undefined where whoever reads it cannot be wrong. */
  version?: number
  action: string
}

/** Products: what is changed, published and in force, here and in every process. */
export class Products {
  readonly #deps: ProductDeps
  #reading: Promise<unknown> = Promise.resolve()

  constructor(deps: ProductDeps) {
    this.#deps = deps
  }

  /** Brings the built-in models into the store, and what is in force there into this process. */
  async start(): Promise<void> {
    const { db, catalogue } = this.#deps
    const known = await programVersions(db)
    const brought = catalogue.protocols.flatMap(({ models }) => models)
    for (const model of brought.filter((one) => !known.has(`${one.productNo} ${hashOf(one)}`)))
      await db.transaction((tx) => seed(tx, model))
    await this.reload()
  }

  /** One reading after the other: an earlier one that is late must not undo a later one. */
  async reload(productId: string | null = null): Promise<void> {
    const reading = this.#reading.then(async () => {
      this.#deps.catalogue.adopt(await modelsInForce(this.#deps.db, productId))
      this.#deps.onAdopted()
    })
    this.#reading = reading.catch(() => undefined)
    await reading
  }

  async create(draft: ProductModel, action: string, context: CallContext): Promise<string> {
    everyDepartment(context)
    return this.#deps.db.transaction(async (tx) => {
      const id = await begun(tx, draft, context)
      await record(tx, context, { id, action }, { after: { productNo: draft.productNo, name: draft.name } })
      return id
    })
  }

  /** @throws AppError `conflict` where the product of that number has a draft already. */
  async bring({ hash, model }: ProductFile, action: string, context: CallContext) {
    everyDepartment(context)
    if (hashOf(model) !== hash) refuse('file', { hash: 'wrong-hash' })
    const script = await this.#scriptFault(model)
    return this.#deps.db.transaction(async (tx) => {
      const known = await lockProductNo(tx, model.productNo)
      if (known?.draft) throw new AppError('conflict', { fields: { 'file.model.productNo': 'has-draft' } })
      const id = known?.id ?? (await begun(tx, model, context))
      if (known) await saveDraft(tx, known, model, nameOf(context.session))
      await record(tx, context, { id, action }, { after: { productNo: model.productNo, name: model.name } })
      const problems = await this.problems(tx, (await lockProduct(tx, id))!, model)
      return { id, isNew: !known, problems: script ? { ...problems, ...WRONG_SCRIPT } : problems }
    })
  }

  /** The draft is stored as it is; the answer says what is wrong with it. */
  async save(change: Required<Pick<Change, 'id' | 'version'>>, model: ProductModel, context: CallContext) {
    everyDepartment(context)
    const script = await this.#scriptFault(model)
    return this.#deps.db.transaction(async (tx) => {
      const product = await locked(tx, change)
      if (model.productNo !== product.productNo) refuse('model', { productNo: 'fixed-by-platform' })
      await saveDraft(tx, product, model, nameOf(context.session))
      await tellRowsOf(tx, productResource)
      const problems = await this.problems(tx, product, model)
      return { version: change.version + 1, problems: script ? { ...problems, ...WRONG_SCRIPT } : problems, script }
    })
  }

  async discard(change: Change, context: CallContext): Promise<boolean> {
    everyDepartment(context)
    return this.#deps.db.transaction(async (tx) => {
      const product = await locked(tx, change)
      const gone = product.versionNo === 0
      if (gone) await deleteProduct(tx, product.id)
      else await dropDraft(tx, product.id)
      await record(tx, context, change, { before: { name: product.draft?.name, productNo: product.productNo } })
      return gone
    })
  }

  /** @throws AppError `conflict` without a draft, `stale-version` when another version came in force since, `validation`. */
  publish(change: Change, note: string, context: CallContext): Promise<number> {
    return this.#publish(change, context, async (tx, { id, draft, draftBase, versionNo }) => {
      if (!draft) throw new AppError('conflict')
      if (draftBase !== versionNo) throw new AppError('stale-version')
      await dropDraft(tx, id)
      return { model: draft, note, after: { note } }
    })
  }

  /** An earlier version as a new one. */
  rollBack(change: Change, { versionNo, note }: { versionNo: number; note: string }, context: CallContext) {
    return this.#publish(change, context, async (tx, { id }) => {
      const model = await versionModel(tx, id, versionNo)
      if (!model) throw new AppError('not-found')
      return { model, note, after: { note, of: versionNo } }
    })
  }

  /** The requests alone, as a new version. Null: those of every product. */
  saveMap(change: Change, commandMap: CommandMap | null, context: CallContext): Promise<number> {
    return this.#publish(change, context, async (_tx, { model, commandMap: before }) => {
      if (!model) throw new AppError('not-found')
      const next = withCommandMap(model, commandMap)
      if (!next) throw new AppError('validation', { fields: { commandMap: 'wrong-protocol' } })
      refuse('commandMap', commandMap ? commandMapProblems(commandMap) : {})
      return { model: next, note: '', before: { commandMap: before }, after: { commandMap } }
    })
  }

  async setStatus(change: Change, status: 'PUBLISHED' | 'RETIRED', context: CallContext): Promise<void> {
    everyDepartment(context)
    await this.#deps.db.transaction(async (tx) => {
      const { id, status: before, versionNo } = await locked(tx, change)
      if (versionNo === 0 || before === status) throw new AppError('conflict')
      await setStatus(tx, id, status)
      await record(tx, context, change, { before: { status: before }, after: { status } })
    })
  }

  /** What keeps a model from being published for this product. */
  async problems(db: Sql, { id, model: inForce }: ProductRow, model: ProductModel): Promise<ModelProblems> {
    const inUse = inForce !== null && (await devicesOf(db, id)) > 0
    const { protocolOf } = this.#deps.catalogue
    return {
      ...modelProblems(model, metricOf),
      ...(await unknownFaults(db, model)),
      ...(protocolOf(model.protocol) ? {} : { protocol: 'not-an-option' as const }),
      ...((await typeDefaults(db, model.deviceTypeCode)) ? {} : { deviceTypeCode: 'not-an-option' as const }),
      ...(inForce ? renamingProblems(inForce, model) : {}),
      ...(inUse ? fixedProblems(inForce, model) : {}),
    }
  }

  /** Read where scripts run, not here: null for one that can be run, and where there is none. */
  async #scriptFault(model: ProductModel): Promise<ScriptFault | null> {
    const source = payloadScriptOf(model)
    return source === undefined ? null : this.#deps.scriptFault(source)
  }

  async #publish(
    change: Change,
    context: CallContext,
    next: (tx: Connection, product: ProductRow) => Promise<Publication>,
  ): Promise<number> {
    everyDepartment(context)
    const by = nameOf(context.session)
    const versionNo = await this.#deps.db.transaction(async (tx) => {
      const product = await locked(tx, change)
      const { model, note, ...told } = await next(tx, product)
      const problems = await this.problems(tx, product, model)
      refuse('model', (await this.#scriptFault(model)) ? { ...problems, ...WRONG_SCRIPT } : problems)
      const version = { model, hash: hashOf(model), origin: 'PERSON' as const, note, by }
      const versionNo = await addVersion(tx, product.id, version, true)
      await record(tx, context, change, told)
      await tellPublished(tx, product.id, versionNo)
      return versionNo
    })
    // Whoever published it finds it in force with the answer; other processes hear of it by the event.
    await this.reload(rowId(change.id))
    return versionNo
  }
}

/** What is published, and what the operation log says of it. */
interface Publication {
  model: ProductModel
  note: string
  before?: object
  after: object
}

/**
 * A newer program brings a newer model. It comes in force where the one in force is the program's as well; beside a
 * person's it waits among the versions.
 */
async function seed(tx: Connection, model: ProductModel): Promise<void> {
  const hash = hashOf(model)
  const product = await lockProductNo(tx, model.productNo)
  if (product && (await hasProgramVersion(tx, product.id, hash))) return
  const id = product?.id ?? (await insertProduct(tx, model, null))!
  const isOurs = !product?.model || (await hasProgramVersion(tx, id, hashOf(product.model)))
  const version = { model, hash, origin: 'PROGRAM' as const, note: '', by: null }
  const versionNo = await addVersion(tx, id, version, isOurs)
  if (!product) await dropDraft(tx, id)
  if (isOurs) await tellPublished(tx, id, versionNo)
  // An installation from before there were versions has its map of requests in the row only.
  const mapped = product?.versionNo === 0 && product.commandMap ? withCommandMap(model, product.commandMap) : undefined
  if (mapped) {
    await addVersion(tx, id, { ...version, model: mapped, hash: hashOf(mapped), origin: 'PERSON' }, true)
  }
}

function tellPublished(tx: Connection, productId: string, versionNo: number): Promise<void> {
  return emitLater(tx, [{ name: 'product.published', key: `product:${productId}`, fact: { productId, versionNo } }])
}

/** sha256 of the model, hexadecimal. */
export function hashOf(model: ProductModel): string {
  return createHash('sha256').update(canonicalJson(model)).digest('hex')
}

/** A product belongs to everyone: it decides over the values and commands of other departments' devices. */
function everyDepartment({ session }: CallContext): void {
  if (!session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
}

/** @throws AppError `already-exists` when the number is taken. */
async function begun(tx: Connection, draft: ProductModel, context: CallContext): Promise<string> {
  const id = await insertProduct(tx, draft, nameOf(context.session))
  if (id === undefined) throw new AppError('already-exists', { fields: { productNo: 'taken' } })
  await sortByType(tx, id, draft.deviceTypeCode)
  return id
}

async function locked(tx: Connection, { id, version }: Pick<Change, 'id' | 'version'>): Promise<ProductRow> {
  const product = await lockProduct(tx, rowId(id))
  if (!product) throw new AppError('not-found')
  if (version !== undefined && product.version !== version) throw new AppError('stale-version')
  return product
}

function refuse(path: string, problems: Record<string, FieldReason>): void {
  const fields = Object.entries(problems).map(([field, reason]) => [`${path}.${field}`, reason] as const)
  if (fields.length > 0) throw new AppError('validation', { fields: Object.fromEntries(fields) })
}

async function record(
  tx: Connection,
  { session, ip, traceId }: CallContext,
  { id, action }: Pick<Change, 'id' | 'action'>,
  told: { before?: object; after?: object },
): Promise<void> {
  await recordOperation(tx, session, { action, targetIds: [id], ...told, ip, traceId })
}

/** A fault without a code in the registry would never be stored. */
async function unknownFaults(db: Sql, model: ProductModel): Promise<ModelProblems> {
  const raised = raisedFaults(model)
  if (raised.length === 0) return {}
  const unknown = await unknownCodes(
    db,
    raised.map(({ code }) => code),
  )
  return Object.fromEntries(raised.flatMap(({ code, path }) => (unknown.has(code) ? [[path, 'not-found']] : [])))
}
