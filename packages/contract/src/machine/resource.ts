import { actionKey, type ActionOfList, type ActionOfRow, type Circumstances } from './action.ts'
import {
  type Answered,
  type Field,
  type FieldKind,
  type FieldOf,
  type Fields,
  FILES_MAX,
  type Inserted,
  type Given,
  LINES_MAX,
  type Updated,
} from './field.ts'
import type { Words } from './words.ts'

/** The services of the API and their base paths (BS-1). */
export const SERVICES = {
  security: '/security/v1',
  device: '/device/v1',
  valve: '/valve/v1',
  cloud: '/cloud/v1',
  hydrant: '/hydrant/v1',
  flow: '/flow/v1',
  netty: '/netty/v1',
} as const
export type Service = keyof typeof SERVICES

export type ResourceAction = 'insert' | 'update' | 'del' | 'export' | 'import'
export type SortOrder = 'asc' | 'desc'

/**
 * All of one thing's CRUD in one value: the server mounts it, the console draws it, the invariant tests check it.
 * It never makes a table: migrations are SQL by hand, and an invariant test compares the two.
 */
export interface Resource<
  F extends Fields = Fields,
  A extends Listed = Listed,
  N extends string = string,
  L extends string = string,
> {
  name: string
  /** The names of its rows: of a list of them, and of one inside a sentence. */
  names: { many: Words; one: Words }
  service: Service
  /** Path segment below the service, e.g. `sysUser` -> `/security/v1/sysUser/page`. */
  path: string
  /** The last part of the address of a call that the specification calls otherwise: `{ del: 'delete' }` (API-19). */
  called?: Readonly<Record<string, string>>
  /** SQL table, snake_case. */
  table: string
  /** Area of the permission keys: `<permission>:list`, `:add`, `:edit`, `:del`, `:export`, `:import`. */
  permission: string
  /**
   * Rows belong to a department (column `dept_id`) and are read through the session's data scope, belong to a device
   * (column `device_id`) and are read by everyone who sees it, or belong to nobody: then they are for everyone (`none`)
   * or only for those who see everything (`platform`). Rows of `self` are each person's own (column `user_id`).
   */
  scope: 'dept' | 'device' | 'none' | 'platform' | 'self'
  fields: F
  /** The field that names a row to a person. */
  display: string
  list: ListOf<string>
  /** Fields of the form in order; without it every writable field. */
  form?: readonly string[]
  /** Two decimal fields that are one position in WGS-84, longitude first: the form draws them as one, with a map. */
  position?: readonly [lng: string, lat: string]
  /** Set where rows form a tree of at most 20 levels: the field that holds the parent's id. */
  tree?: {
    parent: string
    /** A search also shows the ancestors of its results, because the same name occurs in many places. */
    way?: boolean
  }
  /** A field whose value only transitions change. */
  states?: States<string>
  /** A page of its own for each row, below the address of its screen. */
  detail?: Detail<string>
  actions: readonly ResourceAction[]
  /** Further actions on its rows, and on the list. */
  rowActions?: readonly ActionOfRow<NoInfer<A>, N>[]
  listActions?: readonly ActionOfList<L>[]
  /** Why a row cannot be deleted; null where it can. The server decides again. */
  whyKept?(row: NoInfer<A>, circumstances: Circumstances): Words | null
  /** Why a row cannot be edited; null where it can. The server decides again. */
  whyFixed?(row: NoInfer<A>): Words | null
  /** Why a resource with `insert` has no import of sheets. */
  noImport?: string
  /** The field within whose rows a unique field is unique, e.g. a value among those of its type. */
  uniqueWithin?: string
  /** Permission keys of calls that do not follow from `permission`. */
  keys?: { readonly [verb in keyof typeof ACTION_KEYS]?: string }
  /** This descriptor is complete: the server mounts it, and no module does. */
  plain?: true
  /** Where its page is answered, when that is an operation with an address of its own. */
  pagePath?: string
  /** `typed` as the rows of its page, where an operation answers them; else they are `Row`. */
  answers?: A | undefined
}

/** One way from a state of a document to the next: a call of its own, `<path>/<name>`, with the row's id and version. */
/** Who moves a document on. */
export interface Mover {
  userId: string | undefined
  /** Whether they hold a permission key. */
  may(key: string): boolean
}

export interface Transition {
  name: string
  verb: Words
  from: readonly string[]
  to: string
  /** Permission key; `<permission>:<name>` without it. */
  key?: string
  danger?: boolean
  /** Asked before it is done. */
  confirm?: Words
  /** Filled in as it is done: the console asks for them in a form, and they are written with the state. */
  fields?: readonly string[]
  /** Why a row in the right state cannot be moved yet, or by them: the console shows it, the server refuses with it (`not-yet`). */
  unless?(row: object, by: Mover): Words | null
}

/** The states of a document: an enum field that is never written directly; a new row has the value `begin`. */
export interface States<Name extends string> {
  field: Name
  begin: string
  /** States in their usual order; without it all values of the field. */
  steps?: readonly string[]
  /** They happen a few times in years: they stand behind everything else that is done with a row. */
  rare?: true
  transitions: readonly Transition[]
}

/** What the page of a row shows below its name, its state and its actions. */
export interface Detail<Name extends string> {
  /** Fields in order; without it all that are answered, but for values that only a program reads. */
  facts?: readonly Name[]
  tabs?: readonly DetailTab[]
  /** The row's history, from the operation log, for everyone who may read the row. */
  timeline?: true
}

/** A list of rows that refer to the one shown. */
export interface DetailTab {
  /** Part of the address. */
  name: string
  label: Words
  /** The listed resource, or its name where the two resources refer to each other. */
  of: Resource | string
  /** The reference and filter of `of` that leads here. */
  by: string
}

/** The page's tab before the declared ones. */
export const FIRST_TAB = 'overview'

/** A tab whose field is checked at compile time. */
export function detailTab<R extends Resource>(
  tab: Omit<DetailTab, 'of' | 'by'> & { of: R; by: FieldName<R> },
): DetailTab {
  return tab
}

/** What every row of a page has, whatever it lists. */
export type Listed = { id: string } & { readonly [field: string]: unknown }

interface ListOf<Name extends string> {
  columns: readonly Name[]
  keyword?: readonly Name[]
  /** One parameter each; filters by a choice accept several values (`takesSeveral`). */
  filters?: readonly Name[]
  /** Numbers that a search bounds, and at most one time (`rangeBounds`). */
  ranges?: readonly Name[]
  /** The fields to sort by, where not every column has an index or few rows. */
  sorts?: readonly Name[]
  sort?: { field: Name; order: SortOrder }
}

/** The names of fields in a resource, checked where it is written down: a column is a field that is answered too. */
interface Named<Name extends string, Column extends string> {
  display: Name & Column
  list: ListOf<Name> & { columns: readonly Column[] }
  form?: readonly Name[]
  position?: readonly [lng: Name, lat: Name]
  tree?: { parent: Name; way?: boolean }
  uniqueWithin?: Name
  states?: States<Name>
  detail?: Detail<Column>
}

/** Names the resource, preserves its field types, and rejects unknown field names. */
export function defineResource<
  const F extends Fields,
  A extends Listed = RowOf<F, 'password' | 'lines'>,
  N extends string = never,
  L extends string = never,
>(resource: Resource<F, A, N, L> & Named<keyof F & string, keyof F & keyof NoInfer<A> & string>): Resource<F, A, N, L> {
  return resource
}

export type FieldName<R extends Pick<Resource, 'fields'>> = keyof R['fields'] & string

type ActionNames<T> = T extends readonly { name: infer N extends string }[] ? N : never
/** The names of the actions on a row apart from CRUD, and of those on the list. */
export type RowActionName<R extends Resource> = ActionNames<R['rowActions']>
export type ListActionName<R extends Resource> = ActionNames<R['listActions']>

type RowOf<F extends Fields, Hidden extends FieldKind = 'password'> = { id: string; version: number } & Answered<
  F,
  Hidden
>

/**
 * A row as answered by `get`, and without its lines by `page` unless an operation answers it: its id, the version for
 * optimistic locking, its fields without passwords, and `<field>Name` for each reference.
 */
export type Row<R extends Pick<Resource, 'fields'>> = RowOf<R['fields']>

/** A row as the page of the resource answers it. */
export type ListedRow<R extends Resource> = NonNullable<R['answers']>

/** The filters of a page: fields, the bounds of ranges (`rangeBounds`), and the parameters of every list. */
export type FilterName<R extends Pick<Resource, 'fields'>> =
  | FieldName<R>
  | `${FieldName<R>}From`
  | `${FieldName<R>}To`
  | 'startTime'
  | 'endTime'
  | 'keyword'
  | 'sort'
  | 'order'

export type InsertValues<R extends Resource> = Inserted<R['fields']>
export type UpdateValues<R extends Resource> = { id: string; version: number } & Updated<R['fields']>
export type GivenValues<R extends Pick<Resource, 'fields'>> = Given<R['fields']>

export const ACTION_KEYS = {
  page: 'list',
  get: 'list',
  /** Everyone who may read a row may read its history. */
  timeline: 'list',
  /** The content of a file that a row refers to. */
  file: 'list',
  insert: 'add',
  update: 'edit',
  del: 'del',
  /** Undoes one's own deletion. */
  restore: 'del',
  export: 'export',
  import: 'import',
  template: 'import',
} as const

export function resourcePath(resource: Resource, verb: keyof typeof ACTION_KEYS): string {
  if (verb === 'page' && resource.pagePath !== undefined) return resource.pagePath
  return `${SERVICES[resource.service]}/${resource.path}/${calledAs(resource, verb)}`
}

/** The last part of the address of a call. */
export function calledAs({ called }: Pick<Resource, 'called'>, verb: string): string {
  return called?.[verb] ?? verb
}

export function permissionKey(resource: Resource, verb: keyof typeof ACTION_KEYS): string {
  // Everyone who reads a row may read its history and its files.
  if (verb === 'timeline' || verb === 'file') return permissionKey(resource, 'get')
  return resource.keys?.[verb] ?? `${resource.permission}:${ACTION_KEYS[verb]}`
}

/** The permission key that one of its own actions needs; undefined where everyone who sees the row may do it. */
export function actionKeyOf(resource: Resource, action: ActionOfRow<never> | ActionOfList): string | undefined {
  return actionKey(action, permissionKey(resource, 'update'))
}

export function transitionPath({ service, path }: Resource, { name }: Transition): string {
  return `${SERVICES[service]}/${path}/${name}`
}

export function transitionKey({ permission }: Resource, { key, name }: Transition): string {
  return key ?? `${permission}:${name}`
}

export function isWritable(field: Field, when: 'insert' | 'update'): boolean {
  const write = field.write ?? 'always'
  return write === 'always' || (write === 'insert' && when === 'insert')
}

/**
 * The query parameters that bound a field, both ends included: `<name>From` and `<name>To` of a number; a range of time
 * is called `startTime` and `endTime` in every list (TM-5).
 */
export function rangeBounds({ fields }: Pick<Resource, 'fields'>, name: string): { from: string; to: string } {
  return fields[name]!.kind === 'time' ? { from: 'startTime', to: 'endTime' } : { from: `${name}From`, to: `${name}To` }
}

/** Which bound of which range a query parameter is: `openingTo` is the upper one of `opening`. */
export function boundOf(resource: Resource, parameter: string): { field: string; end: 'from' | 'to' } | undefined {
  for (const field of resource.list.ranges ?? []) {
    const { from, to } = rangeBounds(resource, field)
    if (parameter === from || parameter === to) return { field, end: parameter === from ? 'from' : 'to' }
  }
  return undefined
}

/** The fields of one kind, in order. */
export function fieldsOfKind<K extends FieldKind>(
  { fields }: Pick<Resource, 'fields'>,
  kind: K,
): [name: string, field: FieldOf<K>][] {
  return Object.entries(fields).filter((entry): entry is [string, FieldOf<K>] => entry[1].kind === kind)
}

/** How many lines a document has at least. */
export function fewestLines({ min, required }: FieldOf<'lines'>): number {
  return min ?? (required ? 1 : 0)
}

/** How many it has at most. */
export function mostLines({ max = LINES_MAX }: FieldOf<'lines'>): number {
  return max
}

/** How many files a field holds at most. */
export function mostFiles({ max = FILES_MAX }: FieldOf<'files'>): number {
  return max
}

const CHOSEN: readonly FieldKind[] = ['enum', 'enums', 'dictionary', 'ref', 'refs', 'weekMask']

/**
 * Whether a filter of this field accepts several values (`severalOf`): fields with a choice do, typed or switched ones
 * do not.
 */
export function takesSeveral(field: Field): boolean {
  return CHOSEN.includes(field.kind) || ('named' in field && field.named !== undefined)
}

/** The columns of a list by the names of its fields: `defineResource` has checked them. */
export function listColumns<R extends Resource>({ list }: R): readonly FieldName<R>[] {
  return list.columns as readonly FieldName<R>[]
}

/** The fields that a list can be sorted by. */
export function sortsOf({ fields, list }: Pick<Resource, 'fields' | 'list'>): readonly string[] {
  return list.sorts ?? list.columns.filter((name) => fields[name]!.kind !== 'files')
}

/** Kinds whose values are no readable facts: secrets, pictures, and values for programs. */
const UNREAD: readonly FieldKind[] = ['password', 'image', 'json']

/** Field names of the facts on the page of a row, in order; its name and state are shown above them. */
export function factsOf({ fields, detail, display, states }: Resource): readonly string[] {
  const head = [display, states?.field]
  return (
    detail?.facts ?? Object.keys(fields).filter((name) => !head.includes(name) && !UNREAD.includes(fields[name]!.kind))
  )
}

/** Field names of the form, in order. */
export function formFields(resource: Resource): readonly string[] {
  return resource.form ?? Object.keys(resource.fields).filter((name) => isWritable(resource.fields[name]!, 'insert'))
}
