import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  getInfo,
  jobRuns,
  LIVE_PATH,
  loginKey,
  logout,
  register,
  resetPassword,
  SERVICES,
  userResource,
} from '@sluice/contract'
import { lightHashes } from '../platform/light-hashes.ts'
import { fakeClock } from '@sluice/server/src/platform/clock/clock.ts'
import { SOCKET_PLACES } from '@sluice/server/src/platform/http/places.ts'
import { quoted, tablesOf } from '@sluice/server/src/platform/backup/schema-facts.store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { ADMIN_PASSWORD } from '../platform/api.ts'
import { makeDept, makePerson, PASSWORD } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { callApi, headersOf, sealFor, tryLogin } from '../browser/sign-in.ts'
import { until } from '../platform/wait.ts'

/** The security statements of the specification that no other test covers by its name, on the whole platform. */
const clock = fakeClock(new Date())
let test: TestPlatform
let person: Awaited<ReturnType<typeof makePerson>>
beforeAll(async () => {
  test = await startTestPlatform({ clock })
  person = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'one') })
})
afterAll(() => test?.stop())

const app = () => test.platform.api.http.app

/** The status of an upgrade: of the refusal, or 101; `told` gets the headers of a refusal. */
function upgrade(path: string, headers: Record<string, string>, url = test.url, told = {}): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers, origin: headers['origin'] })
  return new Promise((resolve) => {
    socket.once('open', () => {
      socket.close()
      resolve(101)
    })
    socket.once('unexpected-response', (_request, response) => {
      Object.assign(told, response.headers)
      resolve(response.statusCode ?? 0)
    })
    socket.on('error', () => undefined)
  })
}

describe('SEC-1 (1 of 2) the session', () => {
  it('gets a new id at sign-in, whatever id the browser brought, and is destroyed on the server at sign-out', async () => {
    const planted = { cookie: `authorization=${'p'.repeat(43)}` }
    const answer = await tryLogin(app(), person.username, PASSWORD, planted)
    const [, cookie = '', rest = ''] = /^authorization=([^;]+);(.*)$/.exec(String(answer.headers['set-cookie'])) ?? []
    expect(cookie).not.toBe('p'.repeat(43))
    expect(cookie.length).toBeGreaterThanOrEqual(43)
    expect(rest).toMatch(/HttpOnly/)
    expect(rest).toMatch(/SameSite=Lax/)
    expect(rest).toMatch(/Path=\//)
    const { token } = answer.data as { token: string }
    const headers = headersOf({ cookie, token })
    expect((await callApi(app(), 'GET', getInfo.path, {}, headers)).code).toBe(0)
    expect((await callApi(app(), 'POST', logout.path, {}, headers)).code).toBe(0)
    expect((await callApi(app(), 'GET', getInfo.path, {}, headers)).code).toBe(4)
    expect((await callApi(app(), 'GET', getInfo.path, {}, planted)).code).toBe(4)
  })

  it('has a Secure cookie exactly when the request came over https, also through a trusted proxy', async () => {
    const behind = await startTestPlatform({ clock, env: { SLUICE_TRUST_PROXY: 'true' } })
    try {
      const flagsOf = async (at: TestPlatform, headers: Record<string, string>) => {
        const { headers: answered, code } = await tryLogin(at.platform.api.http.app, 'admin', ADMIN_PASSWORD, headers)
        expect(code).toBe(0)
        return /;\s*Secure/i.test(String(answered['set-cookie']))
      }
      const overTls = { 'x-forwarded-proto': 'https' }
      expect(await flagsOf(behind, overTls)).toBe(true)
      expect(await flagsOf(behind, { 'x-forwarded-proto': 'http' })).toBe(false)
      expect(await flagsOf(behind, {})).toBe(false)
      // A header set by the client itself, where no proxy is trusted.
      expect(await flagsOf(test, overTls)).toBe(false)
    } finally {
      await behind.stop()
    }
  })

  it('is opened by the cookie alone for the boot call, sockets and downloads only', () => {
    const cookieOnly = test.platform.api.mounted.filter(({ access }) => access === 'cookie').map(({ path }) => path)
    const unexpected = cookieOnly.filter((path) => path !== getInfo.path && !path.endsWith('/file'))
    expect(unexpected).toEqual([])
  })
})

describe('SEC-3 (1 of 2) a password', () => {
  it('is stored nowhere, and neither is anything that it could be recovered from', async () => {
    const secret = 'Unmistakable-4711'
    const deptId = await makeDept(test.admin, 'two')
    const values = { username: 'kept', nickName: 'kept', deptId, status: 'NORMAL' }
    const id = await test.admin.insert(userResource, { ...values, password: secret })
    const { rows } = await test.db.query<{ password_hash: string }>(
      'select password_hash from sys_user where id = $1 /* unscoped:test */',
      [id],
    )
    expect(rows[0]?.password_hash).toMatch(/^scrypt\$/)
    expect(await lightHashes.hash(secret)).not.toBe(rows[0]?.password_hash)
    for (const { name } of await tablesOf(test.db)) {
      const found = await test.db.query(
        `select 1 from ${quoted(name)} t where t::text like '%' || $1 || '%' limit 1 /* unscoped:test */`,
        [secret],
      )
      expect([name, found.rowCount]).toEqual([name, 0])
    }
  })

  it('is sealed with a public key only; a nonce is new each time', async () => {
    const one = (await callApi(app(), 'GET', loginKey.path)).data as Record<string, string>
    const two = (await callApi(app(), 'GET', loginKey.path)).data as Record<string, string>
    expect(Object.keys(one).sort()).toEqual(['keyId', 'nonce', 'publicKey'])
    expect(one['nonce']).not.toBe(two['nonce'])
  })
})

it('SEC-4 the path of the fault socket grants nothing: it needs a session, the own origin and a department in scope', async () => {
  const path = `/fault/1/${'a'.repeat(32)}`
  const cookie = headersOf(person.visitor)['cookie']!
  expect(await upgrade(path, { origin: test.url })).toBe(403)
  expect(await upgrade(path, { origin: test.url, cookie })).toBe(403)
  const admin = headersOf(test.admin.visitor)['cookie']!
  expect(await upgrade(path, { origin: 'https://evil.example', cookie: admin })).toBe(403)
  expect(await upgrade(path, { origin: test.url, cookie: admin })).toBe(101)
})

it('both sockets share one limit', async () => {
  const cookie = headersOf(test.admin.visitor)['cookie']!
  const session = (await test.platform.identity.sessions.find(test.admin.visitor.cookie!))!
  const takeAll = () => {
    const taken: (() => void)[] = []
    for (;;) {
      const leave = test.platform.api.sockets.take(session)
      if (typeof leave === 'string') return taken
      taken.push(leave)
    }
  }
  // Sockets of earlier tests are still closing.
  const taken = await until('all places', () => {
    const all = takeAll()
    if (all.length === SOCKET_PLACES.session) return all
    for (const leave of all) leave()
    return undefined
  })
  const paths = [LIVE_PATH, `/fault/1/${'a'.repeat(32)}`]
  for (const path of paths) expect([path, await upgrade(path, { origin: test.url, cookie })]).toEqual([path, 429])
  for (const leave of taken) leave()
  for (const path of paths) expect([path, await upgrade(path, { origin: test.url, cookie })]).toEqual([path, 101])
})

it('SEC-5 (1 of 2), RG-18 every call of the services is closed by the server itself, not by a hidden button', async () => {
  const low = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'three'), keys: [] })
  const areas = new Map<string, number>()
  const open: string[] = []
  for (const { method, path, access } of test.platform.api.mounted) {
    if (typeof access !== 'object') continue
    const { status } = await callApi(app(), method, path, {}, headersOf(low.visitor))
    if (status !== 403) open.push(`${path}: ${status}`)
    areas.set(access.key.split(':')[0]!, (areas.get(access.key.split(':')[0]!) ?? 0) + 1)
  }
  expect(open).toEqual([])
  expect(areas.size).toBeGreaterThan(8)
})

it('PM-5 (2 of 2) the seeded administrator owns every key that guards a call', async () => {
  const { resources } = await test.admin.call(getInfo, {})
  const keys = test.platform.api.mounted.flatMap(({ access }) => (typeof access === 'object' ? [access.key] : []))
  expect(keys.length).toBeGreaterThan(100)
  expect([...new Set(keys)].filter((key) => !resources.includes(key))).toEqual([])
})

describe('SEC-8 (1 of 3) the content policy', () => {
  it('is exactly the specified one, with a new nonce for every answer', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/login', '/device/detail/1', '/docs']) {
      const { headers } = await app().inject(path)
      const policy = String(headers['content-security-policy'])
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16)
      nonces.add(nonce)
      const parts = policy.replace(nonce, 'N').split('; ')
      for (const wanted of [
        "script-src 'self'",
        "style-src 'self' 'nonce-N'",
        "style-src-attr 'unsafe-inline'",
        "worker-src 'self' blob:",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "frame-ancestors 'none'",
      ])
        expect(parts).toContain(wanted)
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/)
    }
    expect(nonces.size).toBe(4)
  })

  it('goes with headers that forbid sniffing and framing on everything, failures too', async () => {
    for (const path of [
      '/',
      '/security/v1/nothing',
      getInfo.path,
      '/healthz',
      '/assets/none.js',
      '/%c0',
      '/openapi.json',
    ]) {
      const { headers } = await app().inject(path)
      expect([path, headers['x-content-type-options'], headers['x-frame-options']]).toEqual([path, 'nosniff', 'DENY'])
    }
  })
})

it('SEC-9 no code of the console turns a text into markup', () => {
  const folder = fileURLToPath(new URL('../../../apps/console/src', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|test-setup/.test(name),
  )
  const markup =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\bsetHTML|DOMParser|\beval\(|new Function\(/
  expect(sources.filter((name) => markup.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
  expect(sources.length).toBeGreaterThan(200)
})

it('SEC-10 (1 of 3) a reset password is a new one each time, and none is written in the code', async () => {
  const deptId = await makeDept(test.admin, 'four')
  const id = await test.admin.insert(userResource, {
    username: 'forgot',
    nickName: 'x',
    deptId,
    password: PASSWORD,
    status: 'NORMAL',
  })
  const reset = async () => JSON.stringify(await test.admin.call(resetPassword, { id }))
  const [one, two] = [await reset(), await reset()]
  expect(one).not.toBe(two)
  expect(one).toMatch(/"[A-Za-z0-9]{12,}"/)
})

it('SEC-16 self-registration is closed unless the operator allows it', async () => {
  const { keyId, sealed } = await sealFor(app(), { password: PASSWORD })
  const answer = await callApi(app(), 'POST', register.path, { username: 'selfmade', keyId, sealed })
  expect([answer.status, (answer.data as { error: string }).error]).toEqual([403, 'registration-closed'])
  const { rowCount } = await test.db.query("select 1 from sys_user where username = 'selfmade' /* unscoped:test */")
  expect(rowCount).toBe(0)
})

describe('SEC-18 (2 of 2) a caller over the rate limit', () => {
  it('reads 操作过于频繁 with a time to wait, without affecting others, and sockets count too', async () => {
    const slow = await startTestPlatform({ limited: true, clock: fakeClock(new Date()) })
    try {
      const { app: doors } = slow.platform.api.http
      const session = async () => headersOf(await slow.platform.identity.openAdministratorSession())
      const [mine, other] = [await session(), await session()]
      const answers = []
      for (let n = 0; n < 320; n++) answers.push(await callApi(doors, 'GET', getInfo.path, {}, mine))
      const refused = answers.filter(({ code }) => code === 429)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.length).toBeLessThan(60)
      expect(refused[0]).toMatchObject({ status: 429, message: '操作过于频繁' })
      expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused[0]!.headers).toMatchObject({
        'ratelimit-policy': '"session";q=300;w=6',
        ratelimit: '"session";r=0;t=1',
      })
      expect((await callApi(doors, 'GET', getInfo.path, {}, other)).code).toBe(0)
      for (const path of ['/device/v1/live', `/fault/1/${'a'.repeat(32)}`]) {
        const told = {}
        expect(await upgrade(path, { origin: slow.url, cookie: mine['cookie']! }, slow.url, told)).toBe(429)
        expect(told).toMatchObject({ ratelimit: '"session";r=0;t=1', 'retry-after': '1' })
        expect(await upgrade(path, { origin: slow.url, cookie: other['cookie']! }, slow.url)).toBe(101)
      }
      // Without a session the address is limited, which slows guessing down.
      const guesses = []
      for (let n = 0; n < 70; n++)
        guesses.push(
          (await callApi(doors, 'GET', getInfo.path, {}, { cookie: `authorization=${String(n).padStart(43, 'g')}` }))
            .status,
        )
      expect(new Set(guesses)).toEqual(new Set([401, 429]))
      const keys = []
      for (let n = 0; n < 5; n++) keys.push((await callApi(doors, 'GET', loginKey.path)).status)
      expect(keys).toEqual([429, 429, 429, 429, 429])
    } finally {
      await slow.stop()
    }
  })
})

describe('SEC-19 an upload', () => {
  it('is limited before it is read, to a size that only its own call allows', async () => {
    const headers = { ...headersOf(person.visitor), 'content-type': 'application/json', host: 'localhost' }
    const send = async (path: string, bytes: number) =>
      (await app().inject({ method: 'POST', url: path, headers, payload: JSON.stringify({ x: 'x'.repeat(bytes) }) }))
        .statusCode
    expect(await send(logout.path, 1_100_000)).toBe(413)
    expect(await send(`${SERVICES.security}/sysUser/avatar`, 3_500_000)).toBe(413)
    expect(await send(`${SERVICES.device}/device/import`, 8_000_000)).toBe(413)
  })

  it('is judged by its bytes: a page that claims to be a picture or a sheet is refused', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>').toString('base64')
    const avatar = await person.answer('POST', `${SERVICES.security}/sysUser/avatar`, { picture: page })
    expect([avatar.status, (avatar.data as { error: string }).error]).toEqual([400, 'not-a-picture'])
    const zip = Buffer.from('PK\u0003\u0004 but no workbook').toString('base64')
    const sheet = await person.answer('POST', `${SERVICES.device}/device/import`, { file: zip, name: 'devices.xlsx' })
    // A job is accepted, checks the bytes, and ends.
    const { jobId } = sheet.data as { jobId: string }
    const job = await until('the end of the import', async () =>
      (await person.call(jobRuns)).find(({ id, endTime }) => id === jobId && endTime !== null),
    )
    expect(job).toMatchObject({ status: 'FAILED', error: expect.any(String) })
  })

  it('is served as an attachment or as a picture without scripts, never sniffed', async () => {
    const pixel = await (await import('sharp'))
      .default({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    const { data } = await person.answer('POST', `${SERVICES.security}/sysUser/avatar`, {
      picture: pixel.toString('base64'),
    })
    const { avatarPath } = data as { avatarPath: string }
    expect(avatarPath).toMatch(/\/avatar\/[0-9a-f]{32}\.webp$/)
    const { headers } = await app().inject({ url: avatarPath, headers: headersOf(person.visitor) })
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect((await app().inject(avatarPath)).statusCode).toBe(401)
  })
})
