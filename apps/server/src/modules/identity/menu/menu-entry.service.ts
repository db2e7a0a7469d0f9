import { randomUUID } from 'node:crypto'
import {
  deleteMenuEntry,
  type FieldReason,
  insertMenuEntry,
  type MenuEntryChange,
  type NewMenuEntry,
  RESOURCE_TYPES,
  updateMenuEntry,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import { wordFor } from '../../../platform/resource/built-in-words.ts'
import type { Connection, Database } from '../../../platform/db/db.ts'
import { validationError } from '../../../platform/http/http-errors.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { type Held, ownHolding } from '../sign-in/holding.service.ts'
import { changedFields, type EntryFields, entryFault, entryOf, isAbove, mayChangeBuiltIn } from './menu-entry.rules.ts'
import { deleteEntry, insertEntry, lockMenu, updateEntry } from './menu-entry.store.ts'
import type { MenuRow } from './menu.rules.ts'
import { readMenu } from './menu.store.ts'
import { MENU_WORDS } from './built-in-names.ts'
import type { Sessions } from '../sign-in/session.service.ts'

type Call = Pick<CallContext, 'session' | 'ip' | 'traceId' | 'language'>

/** The menu belongs to the whole platform; only users who see all of it may change it (AD-6). */
export function createMenuEntries({ db, sessions }: { db: Database; sessions: Sessions }) {
  /** Everything under one lock, so that the rows that were read are the ones changed. */
  async function change<T>(call: Call, work: (tx: Connection, rows: MenuRow[], own: Held) => Promise<T>): Promise<T> {
    if (!call.session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
    const done = await db.transaction(async (tx) => {
      await lockMenu(tx)
      return work(tx, await readMenu(tx), await ownHolding(tx, call.session))
    })
    sessions.rightsChanged()
    return done
  }

  return {
    /** @throws AppError not-permitted | validation | grant-above-own */
    insert: (given: NewMenuEntry, call: Call): Promise<string> =>
      change(call, async (tx, rows, own) => {
        const entry = entryOf(given)
        check(entry, rows, null)
        refuseForeignKey(entry.permission, call, own)
        const id = await insertEntry(tx, `own-${randomUUID()}`, entry)
        await note(tx, call, { action: insertMenuEntry.audit, id, after: entry })
        return id
      }),

    /** @throws AppError not-found | not-permitted | validation | built-in | parent-is-descendant | grant-above-own */
    update: (id: string, given: MenuEntryChange, call: Call): Promise<void> =>
      change(call, async (tx, rows, own) => {
        const row = found(rows, id)
        if (!own.isAdmin && !own.resourceIds.has(row.id)) throw new AppError('grant-above-own')
        const before = beforeOf(row)
        const after = entryOf(given, before)
        // A title sent back as it was shown is no new one.
        if (after.title === wordFor(MENU_WORDS, row.name, row.title, call.language)) after.title = row.title
        const changed = changedFields(before, after)
        if (changed.includes('type')) throw new AppError('validation', { fields: { type: 'not-an-option' } })
        if (row.builtin && !mayChangeBuiltIn(changed)) throw new AppError('built-in')
        if (!row.builtin) check(after, rows, row.id)
        if (changed.includes('permission')) refuseForeignKey(after.permission, call, own)
        await updateEntry(tx, row.id, after, changed)
        const pick = (from: EntryFields) => Object.fromEntries(changed.map((name) => [name, from[name]]))
        await note(tx, call, { action: updateMenuEntry.audit, id: row.id, before: pick(before), after: pick(after) })
      }),

    /** @throws AppError not-found | not-permitted | built-in | has-children | grant-above-own */
    del: (id: string, call: Call): Promise<void> =>
      change(call, async (tx, rows, own) => {
        const row = found(rows, id)
        if (row.builtin) throw new AppError('built-in')
        if (!own.isAdmin && !own.resourceIds.has(row.id)) throw new AppError('grant-above-own')
        if (rows.some(({ parentId }) => parentId === row.id)) throw new AppError('has-children')
        await deleteEntry(tx, row.id)
        await note(tx, call, { action: deleteMenuEntry.audit, id: row.id, before: beforeOf(row) })
      }),
  }
}

export type MenuEntries = ReturnType<typeof createMenuEntries>

/** A row of a sheet in the form of the operation; empty cells are omitted. @throws AppError validation */
export function newEntryOf(values: Readonly<Record<string, unknown>>): NewMenuEntry {
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
  const entry = insertMenuEntry.input.safeParse(said)
  if (!entry.success) throw validationError(entry.error.issues, said)
  return entry.data
}

function found(rows: readonly MenuRow[], id: string): MenuRow {
  const wanted = rowId(id)
  const row = rows.find((one) => one.id === wanted)
  if (!row) throw new AppError('not-found')
  return row
}

function beforeOf(row: MenuRow): EntryFields {
  const { parentId, type, title, permission, routePath, component, icon, sort, hidden, cache, external, status } = row
  return { parentId, type, title, permission, routePath, component, icon, sort, hidden, cache, external, status }
}

function refuse(fields: Readonly<Record<string, FieldReason>>): never {
  throw new AppError('validation', { fields })
}

function check(entry: EntryFields, rows: readonly MenuRow[], id: string | null): void {
  if (id !== null && isAbove(rows, id, entry.parentId)) throw new AppError('parent-is-descendant')
  const parent = entry.parentId === null ? null : rows.find((row) => row.id === entry.parentId)
  if (parent === undefined) refuse({ parentId: 'not-found' })
  const fault = entryFault(entry, parent)
  if (fault) refuse(fault)
  const { BUTTON } = RESOURCE_TYPES
  const isTwin = (row: MenuRow) =>
    row.id !== id && row.parentId === entry.parentId && row.routePath === entry.routePath && row.type !== BUTTON
  if (entry.type !== BUTTON && !entry.external && rows.some(isTwin)) refuse({ routePath: 'taken' })
}

/** A user must not obtain a key they do not hold through an entry that they do (domain 1.3). */
function refuseForeignKey(key: string | null, { session }: Call, own: Held): void {
  if (key !== null && !own.isAdmin && !session.keys.has(key))
    throw new AppError('grant-above-own', { field: 'permission' })
}

async function note(
  tx: Connection,
  { session, ip, traceId }: Call,
  { id, ...entry }: { action: string; id: string; before?: unknown; after?: unknown },
): Promise<void> {
  await recordOperation(tx, session, { ...entry, targetIds: [id], ip, traceId })
}
