import { currentCall } from '@sluice/server/src/platform/http/call-context.ts'
import { BACKGROUND_REASONS, DOOR_MARK } from '@sluice/server/src/platform/resource/scoped.ts'
import { DEVICE_TABLES, tenantTables } from '@sluice/server/src/platform/resource/tenant-tables.ts'
import pg from 'pg'

/** One statement as sent to the database, and the request that caused it, if any. */
export interface RecordedStatement {
  text: string
  path: string | undefined
}

export interface StatementRecorder {
  readonly statements: readonly RecordedStatement[]
  /** One sentence per statement that reached a tenant table without a function of scoped.ts. */
  violations(): string[]
  stop(): void
}

/**
 * Records every statement of this process, whether from the query builder or plain text. Call `stop` after the test;
 * vitest gives each test file its own module state, so files do not record each other's statements.
 */
export function recordStatements(): StatementRecorder {
  const statements: RecordedStatement[] = []
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const original = prototype.query
  prototype.query = function record(this: unknown, ...args: unknown[]): unknown {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text
    if (typeof text === 'string') statements.push({ text, path: currentCall()?.path })
    return original.apply(this, args)
  }
  return {
    statements,
    violations: () => [...new Set(statements.flatMap((statement) => violationOf(statement) ?? []))],
    stop() {
      prototype.query = original
    },
  }
}

const ownedTables = () => new Set<string>([...tenantTables(), ...DEVICE_TABLES])

/** What is wrong with a statement, or undefined. */
export function violationOf({ text, path }: RecordedStatement): string | undefined {
  const owned = ownedTables()
  const tables = tablesIn(text).filter((table) => owned.has(table))
  if (tables.length === 0) return undefined
  const where = `${path ?? 'outside a request'}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`
  const mark = DOOR_MARK.exec(text)
  if (!mark) return `${tables.join(', ')} without scope - ${where}`
  const [, kind, reason] = mark
  const isBackground = kind === 'unscoped' && (BACKGROUND_REASONS as readonly string[]).includes(reason!)
  if (path !== undefined && isBackground) return `${tables.join(', ')} read as «${reason}» in a request - ${where}`
  return undefined
}

/** Names after from, join, into, update: quoted or not. String literals and comments can neither hide nor fake one. */
export function tablesIn(text: string): string[] {
  const bare = text.replace(/'(?:[^']|'')*'/g, "''").replace(/\/\*.*?\*\/|--[^\n]*/g, ' ')
  const found = bare.matchAll(/\b(?:from|join|into|update|using|only|,)\s+(?:only\s+)?"?(\w+)"?/gi)
  return [...new Set([...found].map(([, name]) => name!.toLowerCase()))]
}
