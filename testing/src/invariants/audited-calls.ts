import { issueApiKey, onlineSessionPage, ownProfile, RESOURCE_TYPES } from '@sluice/contract'
import { codeAt } from '@sluice/server/src/modules/identity/credentials/totp-code.ts'
import { makePerson, PASSWORD } from '../platform/people.ts'
import { sealFor } from '../browser/sign-in.ts'
import { channelCalls } from './audited-channel.ts'
import { flowCalls } from '../flow/audited-flow.ts'
import { noticeCalls } from './audited-notice.ts'
import { officeCalls } from './office/audited-office.ts'
import { plantCalls } from './audited-plant.ts'
import { type AuditedWorld, type Doer, type Prepare, DAY_MS, idOf } from './audited-world.ts'

const someone = ({ test, dept }: AuditedWorld) =>
  makePerson(test.admin, test.db, { deptId: dept, dataScope: 'ALL' }) as Promise<Doer>
const sealed = async ({ test }: AuditedWorld, password = PASSWORD) => {
  const { keyId, sealed: text } = await sealFor(test.platform.api.http.app, { password })
  return { keyId, sealed: text }
}
/** RFC 4648 without padding. */
function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** A user who has started to set up a second factor; `codeNow` moves the clock, because a code is accepted once. */
async function withFactor(world: AuditedWorld, confirmed: boolean) {
  const by = await someone(world)
  const begun = await by.answer('POST', '/security/v1/sysUser/totpBegin', await sealed(world))
  const bytes = fromBase32((begun.data as { secret: string }).secret)
  const codeNow = () => {
    world.clock.advance(30_000)
    return codeAt(bytes, world.clock.now().getTime())
  }
  if (confirmed) await by.answer('POST', '/security/v1/sysUser/totpConfirm', { code: codeNow() })
  return { by, codeNow, targets: [by.userId] }
}

const keyFields = ({ clock }: AuditedWorld) => ({
  name: 'k',
  scopes: ['user:list'],
  expireTime: new Date(clock.now().getTime() + DAY_MS).toISOString(),
})

async function menuEntry({ test }: AuditedWorld, title: string): Promise<string> {
  const input = { title, type: RESOURCE_TYPES.DIR, routePath: `/${title}` }
  const { data } = await test.admin.answer('POST', '/security/v1/resources/insert', input)
  return (data as { id: string }).id
}

/** One pixel as PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const identityCalls: Readonly<Record<string, Prepare>> = {
  '/security/v1/sysUser/updatePwd': async (world) => {
    const by = await someone(world)
    const [own, fresh] = [await sealed(world), await sealed(world, 'willow-9-harbour')]
    const input = { oldPassword: own.sealed, newPassword: fresh.sealed, keyId: own.keyId }
    return { by, input }
  },
  '/security/v1/sysUser/updateProfile': async (world) => {
    const by = await someone(world)
    const { version } = await by.call(ownProfile)
    return { by, input: { version, nickName: '改过的' } }
  },
  '/security/v1/sysUser/register': async (world) => ({
    input: { username: 'selfmade', ...(await sealed(world)) },
    username: 'selfmade',
    targets: async () => {
      const { rows } = await world.test.db.query<{ id: string }>(
        "select id from sys_user where username = 'selfmade' /* unscoped:test */",
      )
      return rows.map(({ id }) => id)
    },
  }),
  '/security/v1/sysUser/resetPwd': async (world) => {
    const { userId } = await someone(world)
    return { input: { id: userId }, dept: world.dept }
  },
  '/security/v1/sysUser/saveAuthRole': async (world) => {
    const { userId } = await someone(world)
    return { input: { userId, roleIds: [] }, dept: world.dept }
  },
  '/security/v1/sysUser/issueApiKey': async (world) => ({
    by: await someone(world),
    input: keyFields(world),
    targets: idOf,
  }),
  '/security/v1/sysUser/revokeApiKey': async (world) => {
    const by = await someone(world)
    const { data } = await by.answer('POST', '/security/v1/sysUser/issueApiKey', keyFields(world))
    return { by, input: { id: idOf(data)[0] } }
  },
  '/security/v1/apiKey/issue': async (world) => {
    const { userId } = await someone(world)
    return { input: { userId, ...keyFields(world) }, targets: idOf, dept: world.dept }
  },
  '/security/v1/apiKey/revoke': async (world) => {
    const { userId } = await someone(world)
    const { id } = await world.test.admin.call(issueApiKey, { userId, ...keyFields(world) })
    return { input: { id }, dept: world.dept }
  },
  '/security/v1/sysUser/totpConfirm': async (world) => {
    const { codeNow, ...rest } = await withFactor(world, false)
    return { ...rest, input: { code: codeNow() } }
  },
  '/security/v1/sysUser/totpRecovery': async (world) => {
    const { codeNow, ...rest } = await withFactor(world, true)
    return { ...rest, input: { ...(await sealed(world)), code: codeNow() } }
  },
  '/security/v1/sysUser/totpDisable': async (world) => {
    const { codeNow, ...rest } = await withFactor(world, true)
    return { ...rest, input: { ...(await sealed(world)), code: codeNow() } }
  },
  '/security/v1/sysUser/resetTotp': async (world) => {
    const { targets } = await withFactor(world, true)
    return { input: { id: targets[0] }, targets, dept: world.dept }
  },
  '/security/v1/sysUser/avatar': async (world) => {
    const by = await someone(world)
    return { by, input: { picture: PIXEL } }
  },
  '/security/v1/sysUser/removeAvatar': async (world) => {
    const by = await someone(world)
    await by.answer('POST', '/security/v1/sysUser/avatar', { picture: PIXEL })
    return { by, input: {} }
  },
  '/security/v1/file/upload': async (world) => {
    const input = { name: 'note.txt', accept: 'any', content: 'eA==' }
    return { by: await someone(world), input, targets: idOf }
  },
  '/security/v1/resources/insert': async () => ({
    input: { title: '新目录', type: RESOURCE_TYPES.DIR, routePath: '/audited' },
    targets: idOf,
  }),
  '/security/v1/resources/update': async (world) => {
    const id = await menuEntry(world, 'changed')
    return { input: { id, title: '改过的' } }
  },
  '/security/v1/resources/del': async (world) => {
    const id = await menuEntry(world, 'deleted')
    return { input: { id } }
  },
  '/security/v1/session/kick': async (world) => {
    const { userId, username } = await someone(world)
    const [online] = (await world.test.admin.call(onlineSessionPage, { keyword: username })).list
    return { input: { id: online!.id }, targets: [userId], dept: world.dept }
  },
}

/** One entry per operation that leaves an audit entry: the test fails on a missing one. */
export const AUDITED: Readonly<Record<string, Prepare>> = {
  ...identityCalls,
  ...plantCalls,
  ...noticeCalls,
  ...channelCalls,
  ...flowCalls,
  ...officeCalls,
}
