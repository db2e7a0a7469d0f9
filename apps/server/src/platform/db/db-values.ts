import pg from 'pg'

const { builtins } = pg.types
const arrayOf = { int8: 1016, timestamp: 1115, timestamptz: 1185, date: 1182, numeric: 1231 } as const

type Parse = (text: string) => unknown

/** `2026-01-31 08:15:00.5+00` as PostgreSQL writes it, to `2026-01-31T08:15:00.500Z`. */
export function timestamptzToIso(text: string): string {
  // The session's time zone is UTC, so nearly every value takes the short path; see db.ts.
  if (text.charCodeAt(10) === 32 && text.endsWith('+00')) {
    return `${text.slice(0, 10)}T${withMilliseconds(text.slice(11, -3))}Z`
  }
  if (text.endsWith('infinity') || text.endsWith('BC')) return text
  const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString()
}

/** A timestamp without zone keeps having none: `2026-01-31T08:15:00.500`. */
function timestampToIso(text: string): string {
  return text.charCodeAt(10) === 32 ? `${text.slice(0, 10)}T${withMilliseconds(text.slice(11))}` : text
}

/** Three digits as `Date` writes them, so that times compare as text; six where the store holds microseconds. */
function withMilliseconds(time: string): string {
  const digits = time.length - 9
  if (digits === 3) return time
  if (digits < 0) return `${time}.000`
  return digits < 3 ? time.padEnd(12, '0') : time.padEnd(15, '0')
}

const same: Parse = (text) => text

const parsers = new Map<number, Parse>([
  // Ids and sums do not fit a JavaScript number; ids are strings on the wire too.
  [builtins.INT8, same],
  [builtins.NUMERIC, same],
  [builtins.TIMESTAMPTZ, timestamptzToIso],
  [builtins.TIMESTAMP, timestampToIso],
  // A date is a day of the calendar, not a moment in this machine's time zone.
  [builtins.DATE, same],
  [builtins.INTERVAL, same],
  [arrayOf.int8, listOf(same)],
  [arrayOf.numeric, listOf(same)],
  [arrayOf.date, listOf(same)],
  [arrayOf.timestamptz, listOf(timestamptzToIso)],
  [arrayOf.timestamp, listOf(timestampToIso)],
])

/** None of these types has an element with a comma, a brace or (after its quotes are taken off) a quote. */
function listOf(parse: Parse): Parse {
  return (text) => {
    const inner = text.slice(text.indexOf('{') + 1, -1)
    if (inner === '') return []
    return inner.split(',').map((item) => (item === 'NULL' ? null : parse(item.replaceAll('"', ''))))
  }
}

/** How the driver turns column text into values; handed to each pool, the driver's global table stays as it is. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: string) {
    const parse = format === 'binary' ? undefined : parsers.get(id)
    return parse ?? pg.types.getTypeParser(id, format === 'binary' ? 'binary' : 'text')
  },
}

/** Values as the driver hands them out by itself: for libraries that read them so. */
export const driverTypes = pg.types
