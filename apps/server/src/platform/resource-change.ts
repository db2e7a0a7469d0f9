import type { WordedFields } from './built-in-words.ts'
import type { Connection, Database } from './db.ts'
import type { Api, CallContext } from './mount-operation.ts'
import type { ResourceRow } from './resource.store.ts'
import type { ResourceShape } from './resource-shape.ts'

/** One row about to be written, or just written. */
export interface ResourceChange {
  readonly verb: 'insert' | 'update' | 'del'
  /** Null only before an insert. */
  readonly id: string | null
  /** The row as it was; null for an insert. */
  readonly before: ResourceRow | null
  /** What was sent, checked; a hook may change it. Fields of `computed` are here too, for the hooks to store. */
  readonly values: Record<string, unknown>
  /** Further columns to write beside the fields, by camelCase name. */
  readonly columns: Record<string, unknown>
  /** The transaction of the change. */
  readonly tx: Connection
  readonly context: CallContext
  /** An update without changes that brings a deleted row back. */
  readonly restored?: boolean
  /** It is taken back in any case: costly work that nothing is decided by may be left out. */
  readonly trial?: boolean
}

/** Where a service has its say. All of them may throw an AppError; nothing is written then. */
export interface ResourceHooks {
  /** Before rows are read for somebody: what is still in memory is written. */
  beforeRead?(): Promise<void>
  beforeWrite?(change: ResourceChange): void | Promise<void>
  /** In the same transaction; `id` is set. */
  afterWrite?(change: ResourceChange & { readonly id: string }): void | Promise<void>
  /** The place to tell the bus. */
  afterCommit?(change: ResourceChange & { readonly id: string }): void | Promise<void>
  /** Where rows are made by an operation of their own: what an import does on `db`. Answers the id. */
  insert?(values: Record<string, unknown>, context: CallContext, db: Database): Promise<string>
  /** What a new row gets that comes from a sheet, in which nobody writes a password. */
  forImport?(): ImportGift
}

export interface ResourceOptions extends ResourceHooks {
  /** Fields that are no column of the table: their SQL over the row alias `t` (see ResourceShape). */
  computed?: Readonly<Record<string, string>>
  /** Faster ways to find and order by computed fields (see ResourceShape). */
  access?: ResourceShape['access']
  /** Fields in which rows that the program brought have words in every language. */
  words?: WordedFields
  /** Where it shows only some rows of its table (see ResourceShape). */
  only?: string
  /** Reads that operations of their own answer at the same addresses. */
  answered?: readonly ('page' | 'get')[]
  /** A program's key does not open it. */
  personOnly?: boolean
  /** Further base paths that behave the same, e.g. `/v1/noticeUser` (BS-3). */
  alsoAt?: readonly string[]
}

/** Values and columns of an imported row beside those of the sheet, and what only its importer is told, once. */
export interface ImportGift {
  readonly values: Readonly<Record<string, unknown>>
  readonly columns: Readonly<Record<string, unknown>>
  /** Field -> secret. */
  readonly secrets: Readonly<Record<string, string>>
}

/** What the calls of one resource share. */
export interface MountedResource {
  readonly api: Api
  readonly shape: ResourceShape
  readonly hooks: ResourceHooks
  /** What is written here is taken back in any case (ResourceChange). */
  readonly trial?: boolean
}
