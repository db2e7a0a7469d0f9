import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice } from '../field/devices.ts'
import { checkMalformed } from './malformed-invariant.ts'
import { makeDept } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { inputSchema, sampleOf } from './schema-sample.ts'
import { headersOf } from '../browser/sign-in.ts'

let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform()
  await makeDevice(test.admin, { deptId: await makeDept(test.admin, 'checked') })
})
afterAll(() => test?.stop())

/** The calls are checked in so many parts. */
const PARTS = 4

it.each(Array.from({ length: PARTS }, (_, part) => part))(
  'TN-6 (part) answers a malformed body of every kind of field with 400 and its name, and nothing with 500: part %i',
  async (part) => {
    const { found, sent } = await checkMalformed({
      api: test.platform.api,
      openSession: async () => headersOf(await test.platform.identity.openAdministratorSession()),
      isOurs: (no) => no % PARTS === part,
    })
    expect(found).toEqual([])
    expect(sent).toBeGreaterThan(5_000)
  },
  300_000,
)

it('TN-6 (part) refuses a body with 200,000 nested levels at any place before it is parsed, and says so', async () => {
  const headers = headersOf(await test.platform.identity.openAdministratorSession())
  const levels = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const found: string[] = []
  const calls = test.platform.api.mounted.filter(({ method }) => method === 'POST')
  for (const { path, input } of calls) {
    const schema = inputSchema({ input })
    const [name = 'x'] = Object.keys((schema.properties ? schema : (schema.anyOf?.[0] ?? schema)).properties ?? {})
    const answer = await test.platform.api.http.app.inject({
      method: 'POST',
      url: path,
      headers: { host: 'localhost', 'content-type': 'application/json', 'accept-language': 'en-US', ...headers },
      payload: `{${JSON.stringify(name)}:${levels}}`,
    })
    const { message } = answer.json<{ message: string }>()
    if (answer.statusCode !== 400 || !message.includes('64 levels'))
      found.push(`${path}: ${answer.statusCode} ${message}`)
  }
  expect(found).toEqual([])
  expect(calls.length).toBeGreaterThan(100)
})

it('TN-6 (part) has valid input for every call, so that no call is tested with invalid input only', () => {
  const calls = test.platform.api.mounted
  const unknown = calls.filter(({ method, input, path }) => {
    const schema = inputSchema({ input })
    const sample = sampleOf(schema.properties ? schema : (schema.anyOf?.[0] ?? schema), schema)
    return method === 'POST' && !input.safeParse(sample).success && !path.endsWith('/import')
  })
  expect(unknown.map(({ path }) => path)).toEqual([])
})
