import { createServer, type Server } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, startTestCluster, type TestCluster, type TestDatabase } from '../src/platform/database.ts'
import { StartFailed, startServerProcess } from '../src/programs/server-process.ts'

const folder = temporaryFolder()
let cluster: TestCluster
let database: TestDatabase

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  await cluster?.stop()
  await folder.remove()
})

/** Starts it, on free ports by default, and returns how it ended. */
async function refusal(env: Record<string, string>, args: string[] = []): Promise<StartFailed> {
  const defaults = {
    PORT: '0',
    SLUICE_DEVICE_PORTS: '0',
    SLUICE_DATA: join(folder.path, 'data'),
    SLUICE_LOG_LEVEL: 'silent',
  }
  const started = await startServerProcess({ env: { ...defaults, ...env }, args }).catch((error: unknown) => error)
  if (started instanceof StartFailed) return started
  if (started instanceof Error) throw started
  await (started as Awaited<ReturnType<typeof startServerProcess>>).kill()
  throw new Error(`it started with ${JSON.stringify(env)}`)
}

/** Its message: one line on standard error that ends like a sentence and contains no trace of our code. */
function sentenceOf({ code, stdout, stderr }: StartFailed): string {
  expect([stdout, code]).toEqual(['', 1])
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toMatch(/\.\n$/)
  expect(stderr).not.toMatch(/node:|\.ts|Error:/)
  return stderr.trimEnd()
}

describe.concurrent('a wrong setting ends the start with one sentence that names it', () => {
  const cases: [what: string, env: Record<string, string>, sentence: RegExp, args?: string[]][] = [
    ['a port that is no number', { PORT: 'http' }, /^PORT is "http", but must be a port from 0/],
    ['a port beyond the last one', { PORT: '65536' }, /^PORT is "65536"/],
    ['a host with a blank', { HOST: 'my host' }, /^HOST is "my host", but must be an address or a host name/],
    ['a device port', { SLUICE_SL651_PORT: '-1' }, /^SLUICE_SL651_PORT is "-1", but must be .* or off/],
    ['all device ports', { SLUICE_DEVICE_PORTS: '7000' }, /^SLUICE_DEVICE_PORTS is "7000", but must be 0 .* or off/],
    ['a device host', { SLUICE_DEVICE_HOST: 'a/b' }, /^SLUICE_DEVICE_HOST is "a\/b"/],
    ['a public host', { SLUICE_DEVICE_PUBLIC_HOST: 'a b' }, /^SLUICE_DEVICE_PUBLIC_HOST is "a b"/],
    ['a flag', { SLUICE_TRUST_PROXY: 'perhaps' }, /^SLUICE_TRUST_PROXY is "perhaps", but must be true or false/],
    [
      'the base of a service on another host (BS-2)',
      { SLUICE_SERVICE_BASES: 'device=https://other.example/device/v1' },
      /^SLUICE_SERVICE_BASES holds "device=https:.*", but a base is a path of this host such as \/field\/device\/v1\.$/,
    ],
    ['a log level', { SLUICE_LOG_LEVEL: 'loud' }, /^SLUICE_LOG_LEVEL is "loud", but must be one of trace, /],
    [
      'a weak password, without repeating it',
      { SLUICE_ADMIN_PASSWORD: 'secret' },
      /^SLUICE_ADMIN_PASSWORD must have 8/,
    ],
    ['a count', { SLUICE_DEMO_STATIONS: '0' }, /^SLUICE_DEMO_STATIONS is "0", but must be a whole number from 1/],
    ['another kind of database', { DATABASE_URL: 'mysql://u:topsecret@h/d' }, /^DATABASE_URL must look like postgres/],
    ['half of TLS', { SLUICE_TLS_CERT: '/tmp/cert.pem' }, /^SLUICE_TLS_CERT and SLUICE_TLS_KEY must be set together/],
    ['an argument nobody knows', {}, /^Unknown argument "--demon": only --demo is understood/, ['--demon']],
  ]
  it.each(cases)('%s', async (_, env, sentence, args) => {
    const failed = await refusal(env, args)
    expect(sentenceOf(failed)).toMatch(sentence)
    expect(failed.stderr).not.toContain('topsecret')
    expect(failed.stderr).not.toContain('secret"')
  })
})

describe.concurrent('an unusable resource ends the start with one sentence', () => {
  it('missing TLS files', async () => {
    const env = { DATABASE_URL: database.url, SLUICE_TLS_CERT: '/nowhere/c.pem', SLUICE_TLS_KEY: '/nowhere/k.pem' }
    expect(sentenceOf(await refusal(env))).toMatch(/TLS certificate or key cannot be read: .*\/nowhere\/c\.pem/)
  })

  it('TLS files with other content', async () => {
    const path = join(folder.path, 'not.pem')
    writeFileSync(path, 'this is no certificate')
    const env = { DATABASE_URL: database.url, SLUICE_TLS_CERT: path, SLUICE_TLS_KEY: path }
    expect(sentenceOf(await refusal(env))).toMatch(/TLS certificate or key cannot be used/)
  })

  it('a data folder that is a file', async () => {
    const path = join(folder.path, 'a-file')
    writeFileSync(path, '')
    const failed = await refusal({ SLUICE_DATA: path })
    expect(sentenceOf(failed)).toMatch(/a-file/)
  })

  it('an address of another machine', async () => {
    const env = { DATABASE_URL: database.url, HOST: '203.0.113.7', PORT: '8080' }
    expect(sentenceOf(await refusal(env))).toMatch(/^Cannot listen on 203\.0\.113\.7 port 8080: /)
  })

  it('a database that refuses the password, without printing the password', async () => {
    const url = database.url.replace(/\/\/([^:]+):[^@]+@/, '//$1:wrong-secret@')
    const failed = await refusal({ DATABASE_URL: url })
    expect(sentenceOf(failed)).toMatch(/cannot be used: user name or password is wrong/)
    expect(failed.stderr).not.toContain('wrong-secret')
  })

  it('a database that does not exist', async () => {
    const url = database.url.replace(database.address.database, 'no_such_database')
    expect(sentenceOf(await refusal({ DATABASE_URL: url }))).toMatch(
      /"no_such_database".*cannot be used: there is no such database/,
    )
  })

  it('a database address where nothing listens, after a short wait', async () => {
    const env = { DATABASE_URL: 'postgres://sluice:topsecret@127.0.0.1:1/sluice' }
    const failed = await refusal(env)
    expect(sentenceOf(failed)).toMatch(/on 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be used: nothing listens there/)
    expect(failed.stderr).not.toContain('topsecret')
  }, 60_000)
})

describe('a port that is taken', () => {
  let taken: Server
  let port: number
  beforeAll(async () => {
    taken = createServer()
    port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port))
    })
  })
  afterAll(() => taken.close())

  it('at the first start ends it quietly, and the next start prints the password', async () => {
    const first = await createTestDatabase()
    const env = { DATABASE_URL: first.url, SLUICE_DATA: join(folder.path, 'first') }
    const told = sentenceOf(await refusal({ ...env, PORT: String(port), SLUICE_LOG_LEVEL: 'warn' }))
    expect(told).toBe(`Cannot listen on 127.0.0.1 port ${port}: it is taken.`)
    const next = await startServerProcess({ env: { ...env, PORT: '0', SLUICE_DEVICE_PORTS: '0' } })
    try {
      expect(next.password).toMatch(/\S{12,}/)
    } finally {
      await next.kill()
      await first.drop()
    }
  }, 60_000)

  it('ends the start when the port was set explicitly', async () => {
    const env = { DATABASE_URL: database.url, PORT: String(port) }
    expect(sentenceOf(await refusal(env))).toMatch(`Cannot listen on 127.0.0.1 port ${port}: it is taken.`)
    const devices = { DATABASE_URL: database.url, SLUICE_SL651_PORT: String(port) }
    expect(sentenceOf(await refusal(devices))).toMatch(
      `Cannot listen for SL651 devices on 127.0.0.1 port ${port}: it is taken.`,
    )
  })
})
