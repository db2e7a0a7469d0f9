/** One changed field, as texts; null where there was or is no value. */
export interface ChangeLine {
  /** Names the row when several were changed at once; else empty. */
  row: string
  field: string
  before: unknown
  after: unknown
}

type Fields = Readonly<Record<string, unknown>>
/** Fields that change with every write and tell the user nothing. */
const QUIET = new Set(['version', 'updateTime', 'createTime'])

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Files are shown by their names. */
function named(value: unknown): unknown {
  const isNamed = (one: unknown) => isFields(one) && typeof one['name'] === 'string'
  return Array.isArray(value) && value.every(isNamed) ? value.map((one: Fields) => one['name']) : value
}

/** `departmentIdName` replaces `departmentId`: users read names. */
function shown(fields: Fields): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (QUIET.has(name) || (name.endsWith('Name') && name.slice(0, -4) in fields)) return []
    return [[name, fields[`${name}Name`] ?? named(value)] as [string, unknown]]
  })
}

function linesOfRow(row: string, before: Fields, after: Fields): ChangeLine[] {
  const [was, is] = [new Map(shown(before)), new Map(shown(after))]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ row, field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter(({ before: one, after: two }) => !(isNothing(one) && isNothing(two)))
    .filter(({ before: one, after: two }) => JSON.stringify(one) !== JSON.stringify(two))
}

function nameOf(fields: Fields): string {
  const name = fields['name'] ?? fields['nickName'] ?? fields['title'] ?? fields['dictLabel'] ?? fields['id']
  return name === undefined ? '' : String(name)
}

/** The changes of an audit entry, field by field; several deleted rows one after the other. */
export function changeLines(before: unknown, after: unknown): ChangeLine[] {
  if (Array.isArray(before)) {
    const rows = before.filter(isFields)
    return rows.flatMap((row) => linesOfRow(rows.length > 1 ? nameOf(row) : '', row, {}))
  }
  if (Array.isArray(after)) {
    const rows = after.filter(isFields)
    return rows.flatMap((row) => linesOfRow(rows.length > 1 ? nameOf(row) : '', {}, row))
  }
  return linesOfRow('', isFields(before) ? before : {}, isFields(after) ? after : {})
}
