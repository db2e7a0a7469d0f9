import { departmentResource, resourcePath, userResource } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDept } from '../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../testing/src/platform/platform.ts'
import { importOf, jobEnded } from '../../../../testing/src/platform/sheets.ts'

let test: TestPlatform
let known: string

beforeAll(async () => {
  test = await startTestPlatform()
  known = await makeDept(test.admin, 'known')
  // PostgreSQL's error when its disk has no room for another block.
  await test.db.query(
    `create function no_room() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
     create trigger no_room before insert on dept for each row execute function no_room() /* unscoped:test */`,
  )
})
afterAll(() => test?.stop())

const insert = (language: string) =>
  test.admin.answer(
    'POST',
    resourcePath(departmentResource, 'insert'),
    { name: 'x', kind: 'CUSTOMER', status: 'NORMAL', parentId: known },
    { 'accept-language': language },
  )

describe('a full disk', () => {
  it('answers a write with a sentence of its own in both languages, and reading goes on', async () => {
    expect(await insert('zh-CN')).toMatchObject({
      status: 507,
      code: 507,
      message: '服务器磁盘空间不足，内容未保存；请联系管理员清理后重试',
      data: { error: 'disk-full' },
    })
    expect((await insert('en-US')).message).toMatch(/disk of the server is full and nothing was saved/)
    expect((await test.admin.page(departmentResource)).list.map(({ name }) => name)).toContain('known')
  })

  it('says so of an import and of an export whose file has no room', async () => {
    const job = await importOf(test.admin, departmentResource, 'name,parentId\nx,known\n')
    expect(job).toMatchObject({ status: 'FAILED', error: 'disk-full' })
    const { runs } = test.platform.api
    const session = (await test.platform.identity.sessions.find(test.admin.visitor.cookie!))!
    runs.define('full', () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })))
    const caller = { session, ip: '127.0.0.1', traceId: 'full', language: 'en-US' } as const
    const request = { kind: 'EXPORT', work: 'full', resource: userResource.name, title: 't', input: {} } as const
    const id = await runs.start(caller, request)
    expect(await jobEnded(test.admin, id)).toMatchObject({ status: 'FAILED', error: 'disk-full' })
  })
})
