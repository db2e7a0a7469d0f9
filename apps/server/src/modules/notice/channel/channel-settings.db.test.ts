import {
  noticeChannels,
  operationLogResource,
  saveNoticeChannel,
  testNoticeChannel,
  type WireKind,
} from '@sluice/contract'
import { type ApiFailure, makeDept, makePerson, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import {
  failedWith,
  HTTP_KINDS,
  MARK,
  message,
  SECRETS,
  sharedChannels,
  to,
} from '../../../../../../testing/src/channels/shared-channels.ts'
import { readServerKey } from '../../../platform/server-key.ts'
import { createChannels } from './channels.ts'

const shared = sharedChannels()
const { test, clock, lines, log, setUp, send, versionOf } = shared

describe('settings', () => {
  it('are shown to who may see them, without a secret', async () => {
    await setUp('DINGTALK')
    const [shown] = (await test.admin.call(noticeChannels)).filter(({ kind }) => kind === 'DINGTALK')
    expect(shown).toEqual({
      kind: 'DINGTALK',
      enabled: true,
      configured: true,
      version: 0,
      settings: shared.settings.DINGTALK,
      secrets: { accessToken: true, signSecret: true },
      last: null,
    })
    const { rows } = await test.db.query('select settings::text as plain, secrets from notice_channel')
    expect(JSON.stringify(rows) + (rows[0]!['secrets'] as Buffer).toString('utf8')).not.toContain(MARK)
  })

  it('keep a secret that is not typed, and the one who read an old version changes nothing', async () => {
    await setUp('WECOM')
    const change = {
      kind: 'WECOM' as const,
      enabled: true,
      settings: shared.settings.WECOM,
      secrets: { key: '' },
      forget: [],
    }
    expect((await test.admin.call(saveNoticeChannel, { ...change, version: 0 })).secrets).toEqual({ key: true })
    expect(await send('WECOM')).toMatchObject({ ok: true })
    const stale = async (version: number | null) =>
      test.admin.call(saveNoticeChannel, { ...change, version }).catch((error: ApiFailure) => error.key)
    expect([await stale(0), await stale(null)]).toEqual(['stale-version', 'stale-version'])
  })

  it('that are wrong say which', async () => {
    const wanted = { kind: 'WEBHOOK' as const, version: null, enabled: true, secrets: {}, forget: [] }
    const at = async (endpoint: string) =>
      test.admin.call(saveNoticeChannel, { ...wanted, settings: { endpoint } }).then(
        () => null,
        (error: ApiFailure) => error.fields,
      )
    expect(await at('https://169.254.169.254/')).toEqual({
      'settings.endpoint': 'address-refused',
      'secrets.signSecret': 'required',
    })
    expect(await versionOf('WEBHOOK')).toBeNull()
  })

  it('sealed with another key are not complete, and nothing is sent with them', async () => {
    await setUp('WECOM')
    const serverKey = () => readServerKey('nowhere', '77'.repeat(32))
    const elsewhere = createChannels({ db: test.db, clock, log, serverKey })
    expect([...(await elsewhere.configured())]).toEqual(['INAPP'])
    expect(await elsewhere.send('WECOM', to, message())).toEqual(failedWith('not-configured', false))
  })

  it('how the last message fared stands beside them, until they are others', async () => {
    const last = async () => (await test.admin.call(noticeChannels)).find(({ kind }) => kind === 'WECOM')!.last
    await setUp('WECOM')
    shared.sides.WECOM.mood = 'busy'
    await send('WECOM')
    expect(await last()).toEqual({
      time: clock.now().toISOString(),
      ok: false,
      because: '45009 api freq out of limit',
      test: false,
    })
    shared.sides.WECOM.mood = 'answer'
    await send('WECOM')
    expect(await last()).toMatchObject({ ok: true, because: null })
    const time = clock.now().toISOString()
    clock.advance(60_000)
    await send('WECOM')
    expect(await last()).toMatchObject({ time })
    await setUp('WECOM', {}, { key: `${MARK}-another` })
    expect(await last()).toBeNull()
  })
})

describe('a test', () => {
  it.each([
    ['EMAIL', 'li@example.com', /^250 /],
    ['SMS', '13800138000', /"Code":"OK"/],
    ['VOICE', '+86 138 0013 8000', /"CallId"/],
    ['DINGTALK', '', /"errcode":0/],
    ['WECOM', '13800138000', /"errcode":0/],
    ['WECHAT', 'oABCD_1234567890', /"msgid":4711/],
    ['WEBHOOK', '', /^thank you$/],
  ] as const)('of %s sends a real message and answers what came back', async (kind, recipient, answer) => {
    await setUp(kind)
    const told = await test.admin.call(testNoticeChannel, { kind, to: recipient })
    expect(told).toMatchObject({ ok: true, because: null, answer: expect.stringMatching(answer) })
    expect((await test.admin.call(noticeChannels)).find((channel) => channel.kind === kind)!.last).toMatchObject({
      test: true,
      ok: true,
    })
  })

  it('tells why not, in the words of the other side, also while the channel is off', async () => {
    await test.admin.call(saveNoticeChannel, {
      kind: 'SMS',
      version: null,
      enabled: false,
      settings: shared.settings.SMS,
      secrets: SECRETS.SMS,
      forget: [],
    })
    shared.sides.SMS.mood = 'refuse'
    expect(await test.admin.call(testNoticeChannel, { kind: 'SMS', to: '13800138000' })).toMatchObject({
      ok: false,
      because: 'isv.MOBILE_NUMBER_ILLEGAL 非法手机号',
      retry: false,
      answer: '{"Code":"isv.MOBILE_NUMBER_ILLEGAL","Message":"非法手机号","RequestId":"R-2"}',
    })
  })

  it('asks for somebody it can go to', async () => {
    await setUp('EMAIL')
    const at = (kind: WireKind, recipient: string) =>
      test.admin
        .call(testNoticeChannel, { kind, to: recipient })
        .catch((error: ApiFailure) => error.fields ?? error.key)
    expect(await at('EMAIL', '')).toEqual({ to: 'required' })
    expect(await at('EMAIL', 'a@b, c@d')).toEqual({ to: 'format' })
    expect(await at('SMS', 'abc')).toEqual({ to: 'format' })
    expect(await at('SMS', '13800138000')).toBe('not-found')
  })
})

describe('who may', () => {
  it('see, set and test channels: the platform, and of it whoever holds the key of each', async () => {
    const deptId = await makeDept(test.admin, 'of channels')
    const calls = async (person: Pick<typeof test.admin, 'answer'>) => {
      const save = {
        kind: 'WECOM',
        version: null,
        enabled: true,
        settings: shared.settings.WECOM,
        secrets: SECRETS.WECOM,
        forget: [],
      }
      return [
        (await person.answer('GET', noticeChannels.path)).status,
        (await person.answer('POST', saveNoticeChannel.path, save)).status,
        (await person.answer('POST', testNoticeChannel.path, { kind: 'WECOM', to: '' })).status,
      ]
    }
    const all = await makePerson(test.admin, test.db, { deptId, dataScope: 'SUBTREE' })
    expect(await calls(all)).toEqual([403, 403, 403])
    const reader = await makePerson(test.admin, test.db, { deptId, keys: ['noticeChannel:list'], dataScope: 'ALL' })
    expect(await calls(reader)).toEqual([200, 403, 403])
    const tester = await makePerson(test.admin, test.db, { deptId, keys: ['noticeChannel:test'], dataScope: 'ALL' })
    expect(await calls(tester)).toEqual([200, 403, 404])
    const writer = await makePerson(test.admin, test.db, { deptId, keys: ['noticeChannel:update'], dataScope: 'ALL' })
    expect(await calls(writer)).toEqual([200, 200, 403])
    const { rows } = await test.db.query<{ code: string }>(
      `select r.code from role r join role_resource rr on rr.role_id = r.id join resource e on e.id = rr.resource_id
       where e.perm_code like 'noticeChannel:%' and r.code !~ '^ROLE_PERSON' /* unscoped:test */`,
    )
    expect(rows.filter(({ code }) => code !== 'ROLE_ADMIN')).toEqual([])
  })
})

describe('no secret leaves', () => {
  it('in an answer, a line of the log, or a line of the operation log, whatever the other side repeats', async () => {
    lines.length = 0
    for (const kind of [...HTTP_KINDS, 'EMAIL'] as const) {
      const recipient = { EMAIL: 'a@b.c', WECHAT: to.wechatOpenId! }[kind as string] ?? '13800138000'
      const said = [await setUp(kind), await send(kind)]
      if (kind !== 'EMAIL') {
        for (const mood of ['refuse', 'break', 'redirect', 'drop', 'echo'] as const) {
          shared.sides[kind].mood = mood
          said.push((await send(kind)) as never)
          said.push((await test.admin.call(testNoticeChannel, { kind, to: recipient })) as never)
        }
        shared.sides[kind].mood = 'answer'
      }
      said.push((await test.admin.call(testNoticeChannel, { kind, to: recipient })) as never)
      expect(JSON.stringify(said)).not.toContain(MARK)
      expect(JSON.stringify(said)).not.toContain('ACCESS-TOKEN')
    }
    expect(JSON.stringify(await test.admin.call(noticeChannels))).not.toContain(MARK)
    const written = await until('the lines of the operation log', async () => {
      const { list } = await test.admin.page(operationLogResource, { limit: 100 })
      return list.filter(({ action }) => String(action).startsWith('noticeChannel.')).length >= 14 && list
    })
    const audit = await Promise.all(written.map(({ id }) => test.admin.get(operationLogResource, id)))
    expect(JSON.stringify(audit)).not.toContain(MARK)
    expect(JSON.stringify(audit)).toContain('"accessToken":"***"')
    const { rows } = await test.db.query(
      "select * from oper_log where action like 'noticeChannel.%' /* unscoped:test */",
    )
    expect(JSON.stringify(rows)).not.toContain(MARK)
    expect(lines.some((line) => line.includes('a message could not be sent'))).toBe(true)
    expect(lines.join('')).not.toContain(MARK)
    expect(lines.join('')).not.toMatch(/access_token=(?!\*\*\*)|ACCESS-TOKEN|Signature=/)
  })
})
