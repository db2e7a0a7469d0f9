import {
  enterRepair,
  type Filled,
  type InputOf,
  type Meanwhile,
  type OutputOf,
  permissionKey,
  REPAIR_LIFE,
  type RepairEntry,
  type RepairRow,
  repairRecordResource,
  transitionKey,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import { believedTime } from '../../platform/clock/believed-time.ts'
import type { Connection } from '../../platform/db/db.ts'
import { prepareUpload, storeUpload } from '../../platform/file/upload.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { nameOf } from '../../platform/http/session.ts'
import { readWhole } from '../../platform/resource/kinds/resource-lines.store.ts'
import type { MountedResource } from '../../platform/resource/resource-change.ts'
import { moveOn } from '../../platform/resource/resource-states.ts'
import { tell, updateOne, type Written } from '../../platform/resource/resource-writes.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { clashesOf, filledOf } from './entry.rules.ts'
import { addEntry, lastChange, sentAs } from './entry.store.ts'
import { type RepairDeps, repairHooks } from './repair.hooks.ts'
import { findRepair, movesOf } from './repair.store.ts'

type EntryResult = OutputOf<typeof enterRepair>
type Repairs = MountedResource<typeof repairRecordResource>
type Of<K extends RepairEntry['kind']> = Extract<RepairEntry, { kind: K }>

/** How many photos an order holds. */
export const MOST_PHOTOS = 9

/** An entry on its way into the order. */
interface Work {
  tx: Connection
  context: CallContext
  row: RepairRow
  /** The orders within this transaction, at the time the entry happened. */
  repairs: Repairs
}

/** What happens beside a device with or without a line: each thing once, by the key that the telephone made for it. */
export class RepairEntries {
  readonly #deps: RepairDeps
  readonly #repairs: Repairs

  constructor(deps: RepairDeps, repairs: Repairs) {
    this.#deps = deps
    this.#repairs = repairs
  }

  async enter(input: InputOf<typeof enterRepair>, context: CallContext): Promise<EntryResult> {
    const { key, at: said, entry } = input
    const id = rowId(input.id)
    const { session } = context
    const { api } = this.#repairs
    mayEnter(entry, context)
    await findRepair(api.db, session.scope, id)
    // A picture that is there already is not drawn a second time.
    const known = await sentAs(api.db, session.userId, key)
    const kept = 'content' in entry && !known ? await prepareUpload(pictureOf(entry)) : null
    const now = this.#deps.clock.now()
    const written: Written[] = []
    const result = await api.db.transaction(async (tx): Promise<EntryResult> => {
      const found = await findRepair(tx, session.scope, id, true)
      const before = await sentAs(tx, session.userId, key)
      if (before) {
        if (before.repairId !== id || before.kind !== entry.kind) throw new AppError('key-used-otherwise')
        return this.#read(tx, id, context)
      }
      const moves = await movesOf(tx, id)
      const at = new Date(Math.max(believedTime(Date.parse(said), now.getTime()), moves.at(-1)?.at ?? 0))
      const hooks = repairHooks({ ...this.#deps, clock: { ...this.#deps.clock, now: () => at } })
      const repairs = { ...this.#repairs, hooks, joined: { tx, written } } as Repairs
      const work: Work = { tx, context, row: await this.#read(tx, id, context), repairs }
      const by = { userId: session.userId, byName: nameOf(session) }
      await addEntry(tx, id, { key, kind: entry.kind, at, now, ...by })
      const told = await write(work, entry, kept && (await storeUpload(tx, kept, { userId: session.userId, now })).id)
      const after = await this.#read(tx, id, context)
      const { ip, traceId } = context
      const line = { action: enterRepair.audit, targetIds: [id], deptId: found.deptId, before: null, ip, traceId }
      await recordOperation(tx, session, { ...line, after: told })
      return after
    })
    await tell(this.#repairs as MountedResource, written)
    return { status: result.status, version: result.version }
  }

  async #read(tx: Connection, id: string, { session }: CallContext): Promise<RepairRow> {
    const [row] = await readWhole(tx, this.#repairs.shape, session.scope, [id], true)
    if (!row) throw new AppError('not-found')
    return row
  }
}

const stepOf = (entry: Of<'STEP'>) => REPAIR_LIFE.transitions.find(({ name }) => name === entry.step)!

/** @throws AppError `not-permitted` for whoever may not do the same without this door */
function mayEnter(entry: RepairEntry, { session }: CallContext): void {
  const key =
    entry.kind === 'STEP'
      ? transitionKey(repairRecordResource, stepOf(entry))
      : permissionKey(repairRecordResource, 'update')
  if (!session.keys.has(key)) throw new AppError('not-permitted')
}

const pictureOf = (entry: Of<'PHOTO' | 'SIGNATURE'>) =>
  ({
    name: `${entry.kind.toLowerCase()}.webp`,
    accept: 'photo',
    content: entry.content,
    ...(entry.kind === 'PHOTO' && { place: entry.place }),
  }) as const

/** Writes the entry by the rules of the orders, and says what the log keeps of it. */
async function write(work: Work, entry: RepairEntry, fileId: string | null): Promise<object> {
  if (entry.kind === 'STEP') return step(work, entry)
  if (entry.kind === 'FIELDS') return fields(work, entry)
  const { row } = work
  if (entry.kind === 'PHOTO') {
    if (row.photos.length >= MOST_PHOTOS) throw new AppError('validation', { fields: { photos: 'too-long' } })
    await change(work, { photos: [...row.photos.map(({ id }) => id), fileId!] })
    return { photos: row.photos.length + 1 }
  }
  const { signer, name } = entry
  const isCustomer = signer === 'CUSTOMER'
  await change(work, { [isCustomer ? 'customerSign' : 'workerSign']: [fileId!] }, isCustomer ? name : undefined)
  return isCustomer ? { customerName: name } : { workerSign: name }
}

async function step(work: Work, entry: Of<'STEP'>): Promise<object> {
  const { row, repairs, context } = work
  if (row.status !== entry.from) throw await conflict(work, [])
  await moveOn(repairs as MountedResource, REPAIR_LIFE, stepOf(entry), row, context)
  return { status: stepOf(entry).to }
}

async function fields(work: Work, { was, now }: Of<'FIELDS'>): Promise<object> {
  const clashes = clashesOf(work.row, was, now)
  if (clashes.length > 0) throw await conflict(work, clashes)
  await change(work, now)
  return now
}

/** @throws AppError `conflict` for an order that is over. */
async function change({ repairs, row, context }: Work, values: object, customerName?: string): Promise<void> {
  const { hooks } = repairs
  const beforeWrite: typeof hooks.beforeWrite = async (one) => {
    await hooks.beforeWrite?.(one)
    if (customerName !== undefined) one.columns['customerName'] = customerName
  }
  await updateOne({ ...repairs, hooks: { ...hooks, beforeWrite } } as MountedResource, row, { ...values }, context)
}

async function conflict({ tx, row }: Work, names: readonly (keyof Filled)[]): Promise<AppError> {
  const meanwhile: Meanwhile = {
    status: row.status,
    fields: filledOf(row, names),
    ...(await lastChange(tx, row.id, names)),
  }
  return new AppError('conflict', { meanwhile })
}
