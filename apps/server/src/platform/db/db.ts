import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { isConnectionLost } from './db-errors.ts'
import { columnTypes } from './db-values.ts'
import { DepthPools } from './depth-pools.ts'
import { namesFor } from './prepared-names.ts'
import { StartupError } from '../startup-error.ts'

export { constraintOf } from './db-errors.ts'

/** Where a database is: an address in parts (embedded) or as the operator wrote it (`DATABASE_URL`). */
export type DatabaseAddress =
  | { host: string; port: number; user: string; password: string; database: string }
  | { url: string }

export interface DatabaseOptions {
  address: DatabaseAddress
  log: DatabaseLog
  /** Connections at most for work that holds none; 10 by default. For work that does there are up to as many again. */
  poolSize?: number
  /** A statement that takes longer is cancelled; 30 s by default, 0 never. */
  statementTimeoutMs?: number
  /** Shown in `pg_stat_activity`, to tell pools apart. */
  applicationName?: string
  /** How long to wait for a database that is only just starting; 15 s by default. */
  waitMs?: number
}

/** The database's log messages while running. */
export interface DatabaseLog {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
}

export type Row = Record<string, unknown>

/**
 * Runs SQL: on the whole database, or in one transaction. Stores take this, so that a service decides what belongs in
 * one transaction. Times are returned as ISO 8601 text in UTC, int8 and numeric as text, jsonb as its value.
 */
export interface Sql {
  /** One statement with `$1`…; a `name` makes it a prepared one. Columns keep their names in SQL (snake_case). */
  query<R extends Row = Row>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult<R>>
  /** The query builder for the given tables; camelCase here is snake_case there, keys inside jsonb stay. */
  tables<Tables>(): Kysely<Tables>
}

/** One connection; `client` is for features beyond `query` (COPY streams, LISTEN). */
export interface Connection extends Sql {
  readonly client: pg.PoolClient
}

interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  readOnly?: boolean
}

export interface Database extends Sql {
  /** The connections for work that holds none. */
  readonly pool: pg.Pool
  /** Commits when `work` resolves, rolls back when it throws; the error is rethrown. */
  transaction<T>(work: (tx: Connection) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Lends one connection for the time of `work`. */
  withClient<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Waits for running statements and closes all connections. */
  close(): Promise<void>
}

const oldestVersion = 150_000

/**
 * Opens a pool and checks that a database which we can use answers.
 * @throws StartupError when it cannot be reached, refuses us, or is older than PostgreSQL 15.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = poolDatabase(options)
  try {
    await waitForDatabase(database, options)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function poolDatabase(options: DatabaseOptions): Database {
  const pools = new DepthPools(options.poolSize ?? 10, (size) => makePool(options, size))
  const kysely = builder({ connect: () => pools.connect(), end: () => pools.end(), options: {} })
  const withClient = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const client = await pools.connect()
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    // The pool listens only to idle connections.
    client.on('error', onError)
    try {
      return await pools.hold(() => work(connectionOf(client)))
    } catch (error) {
      // The server's final message arrives before the socket's end: such a client must not go back to the pool.
      if (isConnectionLost(error)) broken ??= error instanceof Error ? error : new Error(String(error))
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }
  return {
    pool: pools.outermost,
    // The pool's own `query` ends the connection of every statement that fails.
    query: (statement, values) => withClient(({ client }) => client.query(statement, values)),
    tables: <Tables>() => kysely as Kysely<Tables>,
    withClient,
    transaction: (work, how = {}) => withClient((connection) => inTransaction(connection, work, how)),
    close: () => pools.end(),
  }
}

function makePool(options: DatabaseOptions, size: number): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(options), max: size, idleTimeoutMillis: 60_000 })
  // Without a listener an idle connection that breaks (the server restarts) would end the process.
  pool.on('error', (error) => {
    // How a connection ends that we are ending is no news.
    if (!pool.ending) options.log.warn({ err: error }, 'an idle database connection broke')
  })
  // The query builder does not handle errors of a connection it was lent: one that breaks then would end the process.
  // The waiting statement gets the error anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function inTransaction<T>(
  connection: Connection,
  work: (tx: Connection) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const isolation = options.isolation === undefined ? '' : ` isolation level ${options.isolation}`
  await connection.query(`begin${isolation}${options.readOnly === true ? ' read only' : ''}`)
  try {
    const result = await work(connection)
    const end = await connection.query('commit')
    // PostgreSQL answers a commit after a failed statement with a rollback and no error.
    if (end.command === 'ROLLBACK') throw new Error('a statement failed inside the transaction and was not let through')
    return result
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}

function connectionOf(client: pg.PoolClient, query: Sql['query'] = client.query.bind(client)): Connection {
  let kysely: Kysely<unknown> | undefined
  return {
    client,
    query,
    tables: <Tables>() => {
      kysely ??= builder(poolOfOne(query))
      return kysely as Kysely<Tables>
    },
  }
}

/**
 * The same connection for work that repeats a few statements for thousands of rows: what comes again is prepared, so that
 * the database plans it once. Planning took longer than running where a row is read with all its names.
 */
export function preparing({ client, query }: Connection): Connection {
  const name = namesFor(client)
  return connectionOf(client, (statement, values) =>
    query(typeof statement === 'string' ? { text: statement, name: name(statement) } : statement, values),
  )
}

/** Lets the query builder use the connection of a transaction. */
function poolOfOne(query: Sql['query']): PostgresPool {
  const lent = { query, release: () => undefined }
  return { connect: async () => lent, end: async () => undefined, options: {} } as unknown as PostgresPool
}

function builder(pool: PostgresPool): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

function connectionConfig(options: DatabaseOptions): pg.PoolConfig {
  const { address } = options
  // Session settings travel with the connection's first message: no round trip, no moment without them.
  const session = `-c timezone=UTC -c datestyle=ISO -c statement_timeout=${options.statementTimeoutMs ?? 30_000}`
  const common: pg.PoolConfig = {
    types: columnTypes,
    application_name: options.applicationName ?? 'sluice',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  }
  if (!('url' in address)) return { ...common, ...address, options: session }
  const url = parseUrl(address.url)
  url.searchParams.set('options', `${session} ${url.searchParams.get('options') ?? ''}`.trim())
  return { ...common, connectionString: url.href.replaceAll('+', '%20') }
}

function parseUrl(text: string): URL {
  try {
    const url = new URL(text)
    if (url.protocol === 'postgres:' || url.protocol === 'postgresql:') return url
  } catch {
    // Reported below, without the text: it may hold a password.
  }
  throw new StartupError('DATABASE_URL must look like postgresql://user:password@host:5432/database.')
}

/** The address as it may be shown: no password, no parameters. */
function shown(address: DatabaseAddress): string {
  if (!('url' in address)) return `the embedded database (${address.host})`
  const url = parseUrl(address.url)
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  return `the database "${decodeURIComponent(url.pathname.slice(1))}" on ${host}:${url.port || 5432} (DATABASE_URL)`
}

async function waitForDatabase(database: Database, options: DatabaseOptions): Promise<void> {
  const end = performance.now() + (options.waitMs ?? 15_000)
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await database.query<{ server_version_num: string; server_version: string }>(
        "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
      )
      checkVersion(answer.rows[0], options.address)
      return
    } catch (error) {
      if (error instanceof StartupError) throw error
      if (!mayComeUp(error) || performance.now() >= end) throw unreachable(error, options.address)
      if (attempt === 0) options.log.info({ reason: codeOf(error) }, `waiting for ${shown(options.address)}`)
      await sleep(Math.min(500, Math.max(0, end - performance.now())))
    }
  }
}

function checkVersion(
  row: { server_version_num: string; server_version: string } | undefined,
  address: DatabaseAddress,
) {
  if (row !== undefined && Number(row.server_version_num) >= oldestVersion) return
  throw new StartupError(
    `${capital(shown(address))} is PostgreSQL ${row?.server_version ?? 'of an unknown version'}; Sluice needs 15 or newer.`,
  )
}

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  return error instanceof Error ? error.message : String(error)
}

/** In a group of containers the database is often the last one to be ready. */
function mayComeUp(error: unknown): boolean {
  return ['57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', 'EHOSTUNREACH'].includes(
    codeOf(error),
  )
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to that host',
  '28P01': 'user name or password is wrong',
  '28000': 'it refuses this user',
  '3D000': 'there is no such database',
  '53300': 'it has no free connection',
  '57P03': 'it is still starting or stopping',
}

function unreachable(error: unknown, address: DatabaseAddress): StartupError {
  const reason =
    reasons[codeOf(error)] ?? withoutSecret(error instanceof Error ? error.message : String(error), address)
  return new StartupError(`${capital(shown(address))} cannot be used: ${reason}.`, { cause: error })
}

function withoutSecret(text: string, address: DatabaseAddress): string {
  const password = 'url' in address ? parseUrl(address.url).password : address.password
  let clean = text.replace(/\.$/, '')
  for (const secret of [password, decodeURIComponent(password)]) {
    if (secret !== '') clean = clean.replaceAll(secret, '***')
  }
  return clean
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
