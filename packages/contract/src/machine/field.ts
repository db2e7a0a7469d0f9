/**
 * The kinds a field of a resource can be. A kind fixes how the value travels, is stored, checked, typed in and shown.
 * Texts are found by convention: label `<resource>.<field>`, enum value `enum.<enumName>.<VALUE>`.
 */
export type Field =
  | TextField
  | NumberField
  | BooleanField
  | EnumField
  | TimeField
  | DateField
  | MoneyField
  | RefField
  | RefsField
  | PasswordField
  | ImageField
  | JsonField

interface Shared {
  /** A blank value is refused. */
  required?: boolean
  /** Who may set it: on every save (default), only when the row is made, or nobody (derived by the server). */
  write?: 'always' | 'insert' | 'never'
  /** Another name that `insert` and `update` take it by (API-4). */
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
}

export interface BooleanField extends Shared {
  kind: 'boolean'
}

export interface EnumField<V extends string = string> extends Shared {
  kind: 'enum'
  enumName: string
  values: readonly V[]
  fallback?: V
}

/** An instant, ISO 8601 with offset on the wire. */
export interface TimeField extends Shared {
  kind: 'time'
}

/** A calendar day `YYYY-MM-DD`. */
export interface DateField extends Shared {
  kind: 'date'
}

/** An integer number of fen. */
export interface MoneyField extends Shared {
  kind: 'money'
}

/** The id of one row of another resource; the list answers `<field>Name` beside it. */
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
}

export type Fields = Record<string, Field>

type ValueOf<F extends Field> = F extends { kind: 'integer' | 'decimal' | 'money' }
  ? number
  : F extends { kind: 'boolean' }
    ? boolean
    : F extends { kind: 'enum'; values: readonly (infer V)[] }
      ? V
      : F extends { kind: 'refs' }
        ? string[]
        : F extends { kind: 'json' }
          ? unknown
          : string

/** The values of a row as they travel: required fields are there, the others may be null. */
export type Values<F extends Fields> = {
  [K in keyof F]: F[K] extends { required: true } ? ValueOf<F[K]> : ValueOf<F[K]> | null
}
