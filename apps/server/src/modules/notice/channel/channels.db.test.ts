import { noticeChannels, saveNoticeChannel, type WireKind } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { openBabble } from '../../../../../../testing/src/channels/mail.ts'
import type { Mood } from '../../../../../../testing/src/channels/stand-in.ts'
import {
  failedWith,
  HTTP_KINDS,
  MARK,
  message,
  SECRETS,
  sharedChannels,
  to,
} from '../../../../../../testing/src/channels/shared-channels.ts'
import type { SendResult } from './channel.ts'

const shared = sharedChannels()
const { test, clock, setUp, send, versionOf } = shared

/** Quoted-printable (RFC 2045 6.7). */
const plainOf = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

describe('a message goes out', () => {
  it.each([
    ['SMS', 'biz-1'],
    ['VOICE', 'call-1'],
    ['DINGTALK', null],
    ['WECOM', null],
    ['WECHAT', '4711'],
    ['WEBHOOK', null],
  ] as const)('over %s, signed as the other side checks it', async (kind, providerId) => {
    await setUp(kind)
    expect(await send(kind)).toEqual({ ok: true, providerId })
    expect(shared.sides[kind].heard.length).toBe(kind === 'WECHAT' ? 2 : 1)
  })

  it('as a mail with the level, the text and the link, and the same id at each attempt', async () => {
    await setUp('EMAIL')
    expect(await send('EMAIL', { id: 'm-x' })).toMatchObject({ ok: true, providerId: '<m-x@sluice>' })
    await send('EMAIL', { id: 'm-x' })
    const [first, second] = shared.mail.mails
    for (const part of ['From: Sluice <sluice@example.com>', 'li@example.com', 'Auto-Submitted: auto-generated'])
      expect(first).toContain(part)
    const idOf = (text: string | undefined) => /^Message-ID: (.*)$/im.exec(text ?? '')?.[1]
    expect([idOf(first), idOf(second)]).toEqual(['<m-x@sluice>', '<m-x@sluice>'])
    const body = first!.slice(first!.indexOf('\r\n\r\n') + 4)
    expect(plainOf(body)).toContain('12 台设备静默\r\n\r\nhttps://s.example/fault/1')
  })

  it('only where the channel is set up and switched on', async () => {
    expect([...(await shared.channels.configured())]).toEqual(['INAPP'])
    expect(await send('SMS')).toEqual(failedWith('not-configured', false))
    await setUp('SMS')
    expect([...(await shared.channels.configured())]).toEqual(['INAPP', 'SMS'])
    const version = await versionOf('SMS')
    await test.admin.call(saveNoticeChannel, {
      kind: 'SMS',
      version,
      enabled: false,
      settings: shared.settings.SMS,
      secrets: {},
      forget: [],
    })
    expect([...(await shared.channels.configured())]).toEqual(['INAPP'])
    expect(await send('SMS')).toEqual(failedWith('not-configured', false))
    expect(await shared.channels.send('INAPP', to, message())).toEqual(failedWith('not-configured', false))
    expect(shared.sides.SMS.heard).toEqual([])
  })

  it('only to who can be reached there, which says nothing about the channel', async () => {
    for (const kind of ['EMAIL', 'SMS', 'VOICE', 'WECHAT'] as const) await setUp(kind)
    const nobody = { ...to, phone: null, email: null, wechatOpenId: null }
    expect(await shared.channels.send('EMAIL', nobody, message())).toEqual(failedWith('no-email', false))
    expect(await shared.channels.send('SMS', nobody, message())).toEqual(failedWith('no-phone', false))
    expect(await shared.channels.send('VOICE', { ...to, phone: 'none' }, message())).toEqual(
      failedWith('no-phone', false),
    )
    expect(await shared.channels.send('WECHAT', nobody, message())).toEqual(failedWith('no-open-id', false))
    expect((await test.admin.call(noticeChannels)).map(({ last }) => last).filter(Boolean)).toEqual([])
  })
})

describe('what the other side says', () => {
  const cases: readonly (readonly [Mood, Partial<Record<WireKind, SendResult>>, SendResult | null])[] = [
    [
      'refuse',
      {
        SMS: failedWith('isv.MOBILE_NUMBER_ILLEGAL 非法手机号', false),
        VOICE: failedWith('isv.MOBILE_NUMBER_ILLEGAL 非法手机号', false),
        DINGTALK: failedWith('400102 robot is disabled', false),
        WECOM: failedWith('93000 invalid webhook url', false),
        WECHAT: failedWith('43004 require subscribe', false),
        WEBHOOK: failedWith('HTTP 410', false),
      },
      null,
    ],
    [
      'busy',
      {
        SMS: failedWith('isv.BUSINESS_LIMIT_CONTROL 触发分钟级流控Permits:1', true),
        VOICE: failedWith('isv.BUSINESS_LIMIT_CONTROL 触发分钟级流控Permits:1', true),
        DINGTALK: failedWith('410100 send too fast', true),
        WECOM: failedWith('45009 api freq out of limit', true),
        WECHAT: failedWith('-1 system error', true),
        WEBHOOK: failedWith('HTTP 429', true),
      },
      null,
    ],
    ['break', {}, failedWith('HTTP 500', true)],
    ['babble', { WEBHOOK: { ok: true, providerId: null } }, failedWith('answer-unreadable', true)],
    ['redirect', {}, failedWith('redirected', false)],
    ['drop', {}, failedWith('unreachable', true)],
    ['hang', {}, failedWith('timeout', true)],
    ['flood', { WEBHOOK: { ok: true, providerId: null } }, failedWith('answer-unreadable', true)],
  ]
  describe.each(HTTP_KINDS)('%s', (kind) => {
    it.each(cases)('when it would %s', async (mood, own, all) => {
      await setUp(kind)
      shared.sides[kind].mood = mood
      expect(await send(kind)).toEqual(own[kind] ?? all)
      expect(shared.sides[kind].heard.every(({ url }) => url.pathname !== '/elsewhere')).toBe(true)
    })

    it('with a secret that is another one', async () => {
      const [name, ...others] = Object.keys(SECRETS[kind])
      const wrong = { ...SECRETS[kind], [name!]: `${MARK}-wrong-secret` }
      expect(others.length).toBeLessThan(2)
      await setUp(kind, {}, wrong)
      expect(await send(kind)).toMatchObject({ ok: false, retry: false })
    })

    it('nothing, because nobody is there', async () => {
      const there = String(shared.settings[kind]['endpoint'])
      await setUp(kind, { endpoint: there.replace(/:\d+/, ':9') })
      expect(await send(kind)).toEqual(failedWith('unreachable', true))
    })
  })

  it('over mail: a mailbox that is none, one that is busy, a wrong password, silence, and no mail server', async () => {
    await setUp('EMAIL')
    shared.mail.mood = 'refuse'
    expect(await send('EMAIL')).toEqual(failedWith('550 5.1.1 no such mailbox', false))
    shared.mail.mood = 'busy'
    expect(await send('EMAIL')).toEqual(failedWith('451 4.3.2 try again later', true))
    shared.mail.mood = 'hang'
    expect(await send('EMAIL')).toEqual(failedWith('timeout', true))
    shared.mail.mood = 'answer'
    await setUp('EMAIL', {}, { password: `${MARK}-other` })
    expect(await send('EMAIL')).toEqual(failedWith('535 Authentication failed for sluice with ***', false))
    const babble = await openBabble()
    await setUp('EMAIL', { port: babble.port })
    expect(await send('EMAIL')).toMatchObject({ because: 'answer-unreadable', retry: true })
    await babble.close()
    expect(await send('EMAIL')).toEqual(failedWith('unreachable', true))
    await setUp('EMAIL', { secure: true, port: shared.mail.port })
    expect(await send('EMAIL')).toMatchObject({ ok: false, retry: true })
  })

  it('a message whose answer was lost is known by its id when it comes again', async () => {
    for (const kind of ['WECHAT', 'WEBHOOK'] as const) {
      await setUp(kind)
      const one = message()
      await shared.channels.send(kind, to, one)
      const before = shared.sides[kind].taken.size
      shared.sides[kind].mood = 'drop'
      expect(await shared.channels.send(kind, to, one)).toMatchObject({ ok: false, retry: true })
      shared.sides[kind].mood = 'answer'
      expect(await shared.channels.send(kind, to, one)).toMatchObject({ ok: true })
      expect(shared.sides[kind].taken.size).toBe(before)
    }
  })

  it('an old signature is of no use to who recorded it', async () => {
    await setUp('WEBHOOK')
    await send('WEBHOOK')
    const [heard] = shared.sides.WEBHOOK.heard
    clock.advance(301_000)
    const again = await fetch(heard!.url, { method: 'POST', headers: heard!.headers, body: heard!.body })
    expect(again.status).toBe(401)
  })
})

describe('the official account', () => {
  it('is asked for one token, which is kept until it ends', async () => {
    await setUp('WECHAT')
    const before = shared.wechat.tokens
    await send('WECHAT')
    await send('WECHAT')
    expect(shared.wechat.tokens - before).toBeLessThanOrEqual(1)
    clock.advance(7200_000)
    await send('WECHAT')
    await send('WECHAT')
    expect(shared.wechat.tokens - before).toBeLessThanOrEqual(2)
    expect(shared.wechat.tokens - before).toBeGreaterThanOrEqual(1)
  })

  it('a token that is gone is replaced once, and the message goes out', async () => {
    await setUp('WECHAT')
    await send('WECHAT')
    const before = shared.wechat.tokens
    shared.wechat.endToken()
    expect(await send('WECHAT')).toMatchObject({ ok: true })
    expect(shared.wechat.tokens - before).toBe(1)
  })
})
