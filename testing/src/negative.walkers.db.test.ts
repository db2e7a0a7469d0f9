import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice } from './devices.ts'
import { walkMalformed } from './malformed-walker.ts'
import { makeDept } from './people.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import { inputSchema, sampleOf } from './schema-sample.ts'
import { headersOf } from './sign-in.ts'

let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform()
  await makeDevice(test.admin, { deptId: await makeDept(test.admin, 'walked') })
})
afterAll(() => test?.stop())

it('TN-6 (part) answers a malformed body of every kind of field with 400 and its name, and nothing with 500', async () => {
  const { found, sent } = await walkMalformed({
    api: test.platform.api,
    openSession: async () => headersOf(await test.platform.identity.openAdministratorSession()),
  })
  expect(found).toEqual([])
  expect(sent).toBeGreaterThan(5_000)
}, 300_000)

it('TN-6 (part) knows a right input for every call, so that no call is walked with nonsense only', () => {
  const calls = test.platform.api.mounted
  const unknown = calls.filter(({ method, input, path }) => {
    const schema = inputSchema({ input })
    const sample = sampleOf(schema.properties ? schema : (schema.anyOf?.[0] ?? schema), schema)
    return method === 'POST' && !input.safeParse(sample).success && !path.endsWith('/import')
  })
  expect(unknown.map(({ path }) => path)).toEqual([])
})
