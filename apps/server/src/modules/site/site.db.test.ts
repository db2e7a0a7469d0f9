import { departmentResource, register, siteProfile, siteResource, userResource } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, ApiFailure } from '../../../../../testing/src/platform/client.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../testing/src/platform/platform.ts'
import { callApi, sealFor } from '../../../../../testing/src/browser/sign-in.ts'

let test: TestPlatform
let admin: ApiClient
let proxied: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform({ env: { SLUICE_SELF_REGISTRATION: 'on' } })
  admin = test.admin
  proxied = await startTestPlatform({ database: test.database, env: { SLUICE_TRUST_PROXY: 'on' } })
})
afterAll(async () => {
  await proxied?.stop()
  await test?.stop()
})

const at = async (platform: TestPlatform, headers: Record<string, string>) =>
  (await callApi(platform.platform.api.http.app, 'GET', siteProfile.path, {}, headers)).data
const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error
      return error.fields ?? error.key
    },
  )
const NONE = { webName: null, logo: null, language: null, registration: true }

describe('BC-8 (part) site profiles', () => {
  it('answers by the host asked for, with or without its port, before anybody signs in', async () => {
    await admin.insert(siteResource, {
      host: 'Water.Example',
      webName: '清河水务',
      language: 'en-US',
      logo: '/logo.png',
    })
    await admin.insert(siteResource, { host: 'water.example:8443', webName: '演示' })
    const site = { webName: '清河水务', logo: '/logo.png', language: 'en-US', registration: true }
    expect(await at(test, { host: 'water.example' })).toEqual(site)
    expect(await at(test, { host: 'WATER.example:9000' })).toEqual(site)
    expect(await at(test, { host: 'water.example:8443' })).toMatchObject({ webName: '演示', logo: null })
    expect(await at(test, { host: 'other.example' })).toEqual(NONE)
  })

  it('says in which units its people read values; a unit that is none is refused', async () => {
    await admin.insert(siteResource, { host: 'units.example', units: 'pressure=bar, temperature=°F' })
    expect(await at(test, { host: 'units.example' })).toMatchObject({ units: { pressure: 'bar', temperature: '°F' } })
    for (const units of ['pressure=°F', 'mass=kg', 'bar'])
      expect(await refused(admin.insert(siteResource, { host: 'x.example', units }))).toEqual({ units: 'format' })
  })

  it('believes a forwarded host only from a trusted proxy', async () => {
    const headers = { host: 'inner', 'x-forwarded-host': 'water.example' }
    expect(await at(test, headers)).toEqual(NONE)
    expect(await at(proxied, headers)).toMatchObject({ webName: '清河水务', registration: false })
  })

  it('SB-8 (part): takes no picture that could run', async () => {
    for (const logo of ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', '//evil.example/x.png'])
      expect(await refused(admin.insert(siteResource, { host: 'x.example', logo }))).toEqual({ logo: 'format' })
    expect(await refused(admin.insert(siteResource, { host: 'http://x.example' }))).toEqual({ host: 'format' })
    expect(await refused(admin.insert(siteResource, { host: 'WATER.EXAMPLE' }))).toMatchObject({})
  })

  it('leaves name open to its department, and looks to it', async () => {
    const dept = await makeDept(admin, 'named', { webName: '城北供水' })
    const below = await makeDept(admin, 'below named', { parentId: dept })
    await admin.insert(siteResource, { host: 'north.example', deptId: below })
    expect(await at(test, { host: 'north.example' })).toMatchObject({ webName: '城北供水' })
    await admin.update(departmentResource, dept, { webName: null })
    expect(await at(test, { host: 'north.example' })).toMatchObject({ webName: null })
    const boss = await makePerson(admin, test.db, { deptId: dept })
    const { list } = await boss.page(siteResource)
    expect(list.map((row) => row['host'])).toEqual(['north.example'])
    await boss.update(siteResource, list[0]!.id, { webName: '北区' })
    expect(await refused(boss.update(siteResource, list[0]!.id, { host: 'water2.example' }))).toBe('not-permitted')
    expect(await refused(boss.insert(siteResource, { host: 'boss.example' }))).toBe('not-permitted')
    expect(await refused(boss.remove(siteResource, list[0]!.id))).toBe('not-permitted')
  })

  it('SI-26 (part): a user who registers at a site belongs to its department', async () => {
    const { app } = test.platform.api.http
    const sealed = await sealFor(app, { password: 'kestrel-7-orbit' })
    const answer = await callApi(
      app,
      'POST',
      register.path,
      { username: 'northerner', ...sealed },
      { host: 'north.example' },
    )
    expect(answer).toMatchObject({ code: 0 })
    const [row] = (await admin.page(userResource, { keyword: 'northerner' })).list
    expect(row).toMatchObject({ deptIdName: 'below named', roleNames: [] })
  })
})
