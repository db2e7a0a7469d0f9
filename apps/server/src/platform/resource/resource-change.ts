import type { FieldName, GivenValues, Language, Resource, Row, SheetWords } from '@sluice/contract'
import type { WordedField } from './built-in-words.ts'
import type { Connection, Database } from '../db/db.ts'
import type { Api, CallContext } from '../http/mount-operation.ts'
import type { FieldAccess, ResourceShape } from './resource-shape.ts'
import type { ResourceRow } from './resource.store.ts'

/** One row about to be written, or just written. */
export interface ResourceChange<R extends Resource = Resource> {
  readonly verb: 'insert' | 'update' | 'del'
  /** Null only before an insert. */
  readonly id: string | null
  /** The row as it was; null for an insert. */
  readonly before: Row<R> | null
  /**
   * The values sent, after checking; a hook may change them. Fields of `computed` are included, for the hooks to store.
   */
  readonly values: GivenValues<R>
  /** Further columns to write in addition to the fields, by camelCase name. */
  readonly columns: Record<string, unknown>
  /** The transaction of the change. */
  readonly tx: Connection
  readonly context: CallContext
  /** The transition that moves a document on (`States`); `values` are then what its form filled in. */
  readonly transition?: string
  /** An update without changes that brings a deleted row back. */
  readonly restored?: boolean
  /** What the answer of an insert says beside the id, and nothing else ever does: a hook adds to it. */
  readonly secrets?: Record<string, string>
  /** It is taken back in any case: costly work that nothing is decided by may be left out. */
  readonly trial?: boolean
}

/** What a sheet is read with: the transaction of its snapshot, its caller, and the words sent with the request. */
export interface SheetReading {
  readonly tx: Connection
  readonly context: CallContext
  readonly words: SheetWords
}

/** Where a service adds its rules. Every hook may throw an AppError; nothing is written then. */
export interface ResourceHooks<R extends Resource = Resource> {
  /** Called before rows are read: writes what is still in memory. */
  beforeRead?(): Promise<void>
  beforeWrite?(change: ResourceChange<R>): void | Promise<void>
  /** In the same transaction; `id` is set. */
  afterWrite?(change: ResourceChange<R> & { readonly id: string }): void | Promise<void>
  /** The place to tell the bus. */
  afterCommit?(change: ResourceChange<R> & { readonly id: string }): void | Promise<void>
  /**
   * `beforeWrite` and `afterWrite` of a row look at nothing that another row of the same sheet could change, so an import may
   * write several at once. What two rows may not both have is a unique key.
   */
  together?: boolean
  /** For rows that an operation of their own creates: what an import does on `db`. Returns the id. */
  insert?(values: GivenValues<R>, context: CallContext, db: Database): Promise<string>
  /** After the commit of rows that `insert` made for an import. */
  afterImport?(): void
  /** Rows of a sheet as they are written, where a cell says more than its field; `words` are those of the request. */
  forSheet?(rows: readonly ResourceRow[], sheet: SheetReading): Promise<ResourceRow[]>
  /** The extra values of a new row from a sheet, which holds no passwords. */
  forImport?(): ImportGift
}

/** Fields that are no column of the table: their SQL over the row alias `t` (see ResourceShape). */
export type Computed<R extends Resource> = { readonly [name in FieldName<R> | 'version']?: string }
/** Fields in which rows that the program brought have words in every language. */
export type Worded<R extends Resource> = { readonly [name in FieldName<R>]?: WordedField }

export interface ResourceOptions<R extends Resource = Resource> extends ResourceHooks<R> {
  computed?: Computed<R>
  /** Fields that are told in words (see ResourceShape). */
  said?: { readonly [name in FieldName<R>]?: (stored: never, language: Language) => string }
  /** Faster ways to find and order by computed fields (see ResourceShape). */
  access?: { readonly [name in FieldName<R>]?: FieldAccess }
  words?: Worded<R>
  /** Where it shows only some rows of its table (see ResourceShape). */
  only?: string
  /** Reads that operations of their own answer at the same addresses. */
  answered?: readonly ('page' | 'get')[]
  /** A program's key does not open it. */
  personOnly?: boolean
  /** Further base paths that behave the same, e.g. `/v1/noticeUser` (BS-3). */
  alsoAt?: readonly string[]
}

/**
 * Values and columns of an imported row in addition to those of the sheet, and secrets that only its importer is shown,
 * once.
 */
interface ImportGift {
  readonly values: Readonly<Record<string, unknown>>
  readonly columns: Readonly<Record<string, unknown>>
  /** Field -> secret. */
  readonly secrets: Readonly<Record<string, string>>
}

/** The state shared by the calls of one resource. */
export interface MountedResource<R extends Resource = Resource> {
  readonly api: Api
  readonly shape: ResourceShape<R>
  readonly hooks: ResourceHooks
  /** Everything written here is rolled back (ResourceChange). */
  readonly trial?: boolean
  /**
   * Its changes are part of this transaction: who began it writes the line of the operation log, and tells them after the
   * commit (`tell`).
   */
  readonly joined?: { readonly tx: Connection; readonly written: (ResourceChange & { readonly id: string })[] }
}
