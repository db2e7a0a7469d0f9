import type { Words } from './words.ts'

/**
 * The kinds a field of a resource can be. A kind fixes how the value travels, is stored, checked, typed in and shown.
 * Texts are found by convention: label `<resource>.<field>`, enum value `enum.<enumName>.<VALUE>`.
 */
export type Field =
  | PlainField
  | DictionaryField
  | EnumsField
  | RefsField
  | PasswordField
  | ImageField
  | JsonField
  | PointField
  | FilesField
  | LinesField

/** Kinds of one plain value, of which a line of a document consists. */
type PlainField =
  | TextField
  | NumberField
  | BooleanField
  | EnumField
  | TimeField
  | DateField
  | MoneyField
  | RefField
  | DurationField
  | WeekMaskField

export type FieldKind = Field['kind']
/** The fields of one kind. */
export type FieldOf<K extends FieldKind, F extends Field = Field> = F extends Field
  ? K extends F['kind']
    ? F
    : never
  : never

interface Shared {
  /** Its label; without it the console's texts have one under `<resource>.<field>`. */
  label?: Words
  /** A blank value is refused. */
  required?: boolean
  /** Who may set it: on every save (default), only on insert, or nobody (derived by the server). */
  write?: 'always' | 'insert' | 'never'
  /** A further name that `insert` and `update` accept for it (API-4). */
  alias?: string
}

interface Named {
  /** Its values have words of their own: `<named>.<value>` in the texts, e.g. `fault.C01`. */
  named?: string
}

export interface TextField extends Shared, Named {
  kind: 'text' | 'longText'
  min?: number
  max?: number
  /** Source of a regular expression the whole value must match. */
  pattern?: string
  unique?: boolean
}

export interface NumberField extends Shared, Named {
  kind: 'integer' | 'decimal'
  min?: number
  max?: number
  decimals?: number
  unit?: string
  /** A measured quantity: people read and type it in the units they chose (`UnitChoice`); it travels in `unit`. */
  measured?: true
  /** In a line of a document: all lines are added up at the foot. */
  sum?: true
}

export interface BooleanField extends Shared {
  kind: 'boolean'
}

export interface EnumField<V extends string = string> extends Shared {
  kind: 'enum'
  enumName: string
  values: readonly V[]
  fallback?: V
  /** The names of the values; without it the console's texts have them under `enum.<enumName>.<VALUE>`. */
  words?: { readonly [value: string]: Words }
}

/** Several values of an enum, each once; none is an empty list. Its column is `text[]`. */
export interface EnumsField<V extends string = string> extends Shared {
  kind: 'enums'
  enumName: string
  values: readonly V[]
  /** Further names of values that `insert` and `update` accept (API-18). */
  called?: Readonly<Record<string, V>>
}

/** A value of a dictionary, which operators may extend: one that is in use, or the row's present value. */
export interface DictionaryField extends Shared {
  kind: 'dictionary'
  /** Key of the dictionary (`dictType`). */
  type: string
}

/** An instant, ISO 8601 with offset on the wire. */
export interface TimeField extends Shared {
  kind: 'time'
}

/** A calendar day `YYYY-MM-DD`. */
export interface DateField extends Shared {
  kind: 'date'
  unique?: boolean
}

/** An integer number of fen. */
export interface MoneyField extends Shared {
  kind: 'money'
  /** In a line of a document: all lines are added up at the foot. */
  sum?: true
}

/** The id of one row of another resource; the list also answers `<field>Name`. */
export interface RefField extends Shared {
  kind: 'ref'
  to: string
}

export interface RefsField extends Shared {
  kind: 'refs'
  to: string
}

/** Accepted, never answered. */
export interface PasswordField extends Shared {
  kind: 'password'
}

export interface ImageField extends Shared {
  kind: 'image'
}

/** Read-only structured data that a slot or an own screen draws. */
export interface JsonField extends Shared {
  kind: 'json'
  /** Its type: `typed<readonly string[]>()`. */
  holds?: unknown
  /** It tells of fields of other resources: their words are sent along for a sheet. */
  tellsFields?: true
}

/** A length of time in whole seconds. */
export interface DurationField extends Shared {
  kind: 'duration'
  min?: number
  max?: number
}

/**
 * Days of the week, at least one: a whole number whose bits are the days, Monday the lowest (1) and Sunday the highest
 * (64).
 */
export interface WeekMaskField extends Shared {
  kind: 'weekMask'
}

/**
 * A place on the earth, WGS-84: `[longitude, latitude]` in degrees, stored with six decimals. Its column is
 * `numeric(9,6)[]`.
 */
export interface PointField extends Shared {
  kind: 'point'
}
export type LngLat = [longitude: number, latitude: number]

/** A field of a line: one plain value, written on every save or by nobody. */
type LineField = PlainField & {
  write?: 'always' | 'never'
  alias?: never
  unique?: never
}
type LineFields = Record<string, LineField>

/**
 * Rows of a table of their own that are saved with their document, in its transaction and under its version. The table
 * has `id`, `line_no` (from 1) and the column of the document, whose foreign key cascades. `get` answers them in order.
 */
export interface LinesField extends Shared {
  kind: 'lines'
  table: string
  /** The column that holds the id of the document; without it `<table of the resource>_id`. */
  parent?: string
  fields: LineFields
  /** Without it one where they are required, else none. */
  min?: number
  /** Without it `LINES_MAX`. */
  max?: number
  alias?: never
}
export const LINES_MAX = 200

/**
 * Files, in their order: ids are written, `FileFacts` are answered. They are no column: the store of files holds their
 * owners. A photo is a re-encoded picture that may be shown inline.
 */
export interface FilesField extends Shared {
  kind: 'files'
  accept: FileAccept
  /** How many; `FILES_MAX` without it. */
  max?: number
}
export const FILES_MAX = 9
export const FILE_ACCEPTS = ['photo', 'any', 'firmware'] as const
export type FileAccept = (typeof FILE_ACCEPTS)[number]
/** A file's description; its content is a separate call (`<path>/file`). */
export interface FileFacts {
  id: string
  name: string
  type: string
  size: number
  /** Where a photo was taken, where that is known. */
  place?: PhotoPlace | undefined
}
/** Whose word it is: what the camera wrote into the photo, or where the telephone was. Both can be made up. */
export const PLACE_SOURCES = ['CAMERA', 'PHONE'] as const
export interface PhotoPlace {
  lng: number
  lat: number
  /** Within how many metres, where the telephone says it. */
  accuracyM: number | null
  by: (typeof PLACE_SOURCES)[number]
}

export type Fields = Record<string, Field>

/** Declares a type where a descriptor cannot show it by a value; it has no value at run time. */
export function typed<T>(): T | undefined {
  return undefined
}

/** The transmitted type of each kind. */
interface ValueOfKind<F extends Field> {
  text: string
  longText: string
  integer: number
  decimal: number
  money: number
  duration: number
  weekMask: number
  boolean: boolean
  enum: F extends { values: readonly (infer V)[] } ? V : string
  enums: F extends { values: readonly (infer V)[] } ? V[] : string[]
  dictionary: string
  time: string
  date: string
  ref: string
  refs: string[]
  password: string
  image: string
  json: F extends { holds?: infer T } ? Exclude<T, undefined> : never
  point: LngLat
  files: string[]
  lines: F extends { kind: 'lines'; fields: infer L extends Fields } ? LineValues<L>[] : never
}
type ValueOf<F extends Field> = ValueOfKind<F>[F['kind']]

/** The transmitted value of a field: present if required, else possibly null. */
type Held<F extends Field> = F extends { required: true } | { kind: 'lines' } ? ValueOf<F> : ValueOf<F> | null

/** The values of a row as they travel. */
export type Values<F extends Fields> = { [K in keyof F]: Held<F[K]> }

/** A line as it is answered. */
export type Line<F extends LinesField = LinesField> = LineOf<F['fields']>
type LineOf<L extends Fields> = { id: string } & Answered<L>
/** A line to be written: with its id an existing one, without one a new one. */
export type LineValues<L extends Fields> = { id?: string | undefined } & Inserted<L>

type AnsweredValue<F extends Field> = F extends { kind: 'lines'; fields: infer L extends Fields }
  ? LineOf<L>[]
  : F extends { kind: 'files' }
    ? FileFacts[]
    : Held<F>

/**
 * The answered fields of a row: all but passwords, and for every reference the name of its target. A page also omits
 * lines.
 */
export type Answered<F extends Fields, Hidden extends FieldKind = 'password'> = {
  [K in keyof F as F[K] extends { kind: Hidden } ? never : K]: AnsweredValue<F[K]>
} & { [K in keyof F & string as F[K] extends { kind: 'ref' } ? `${K}Name` : never]: string | null }

/** Names of the fields that a person writes: when the row is made, or later too. */
type Writable<F extends Fields, Closed extends 'never' | 'insert'> = {
  [K in keyof F & string]: F[K] extends { write: Closed } ? never : K
}[keyof F & string]
type Demanded<F extends Fields> = {
  [K in Writable<F, 'never'>]: F[K] extends { required: true } | { kind: 'lines'; min: number } ? K : never
}[Writable<F, 'never'>]

/** The input of `insert`: the required fields, and any other writable ones. */
export type Inserted<F extends Fields> = { [K in Demanded<F>]: ValueOf<F[K]> } & {
  [K in Exclude<Writable<F, 'never'>, Demanded<F>>]?: ValueOf<F[K]> | null | undefined
}

/** The input of `update`: the changed fields. Undefined is not sent. */
export type Updated<F extends Fields> = { [K in Writable<F, 'never' | 'insert'>]?: Held<F[K]> | undefined }

/** Given values of writable fields: any may be missing. */
export type Given<F extends Fields> = { [K in Writable<F, 'never'>]?: ValueOf<F[K]> | null | undefined }
