import { CHANNEL_SHAPES, WIRE_KINDS } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { isComplete, judgeSettings, maskSecrets } from './settings.ts'

const MAIL = { host: 'smtp.example.com', port: 465, secure: true, user: 'me', from: 'Sluice <a@example.com>' }
const mail = (settings: object = {}, secrets: object = { password: 'pw-1234' }, forget: string[] = []) => ({
  settings: { ...MAIL, ...settings },
  secrets: { ...secrets } as Record<string, string>,
  forget,
})
const fieldsOf = (...given: Parameters<typeof judgeSettings>) => {
  const judged = judgeSettings(...given)
  return judged.ok ? {} : judged.fields
}

describe('what a channel is set to', () => {
  it('is trimmed, and what is left out is as it starts', () => {
    const judged = judgeSettings(
      'WEBHOOK',
      { settings: { endpoint: ' https://h.example/a ' }, secrets: { signSecret: ' 0123456789abcdef ' }, forget: [] },
      null,
    )
    expect(judged).toEqual({
      ok: true,
      settings: { endpoint: 'https://h.example/a' },
      secrets: { signSecret: '0123456789abcdef' },
    })
    expect(
      judgeSettings('EMAIL', { settings: { host: 'h', from: 'a@b.c' }, secrets: {}, forget: [] }, null),
    ).toMatchObject({
      ok: true,
      settings: { port: 465, secure: true, user: '' },
    })
  })

  it.each([
    [{ host: '' }, { 'settings.host': 'required' }],
    [{ host: 'a b' }, { 'settings.host': 'format' }],
    [{ host: '169.254.169.254' }, { 'settings.host': 'address-refused' }],
    [{ port: 0 }, { 'settings.port': 'too-small' }],
    [{ port: 70_000 }, { 'settings.port': 'too-big' }],
    [{ port: 1.5 }, { 'settings.port': 'type' }],
    [{ port: '25' }, { 'settings.port': 'type' }],
    [{ secure: 1 }, { 'settings.secure': 'type' }],
    [{ from: 'nobody' }, { 'settings.from': 'format' }],
    [{ from: 'a@b.c\r\nBcc: x@y.z' }, { 'settings.from': 'format' }],
    [{ user: 'x'.repeat(201) }, { 'settings.user': 'too-long' }],
    [{ sendmail: true }, { 'settings.sendmail': 'unknown-field' }],
    [{ toString: 'x' }, { 'settings.toString': 'unknown-field' }],
  ])('%j is refused: %j', (settings, fields) => {
    expect(fieldsOf('EMAIL', mail(settings), null)).toEqual(fields)
  })

  it('a mail server that asks for a name is told a password', () => {
    expect(fieldsOf('EMAIL', mail({}, {}), null)).toEqual({ 'secrets.password': 'required' })
    expect(fieldsOf('EMAIL', mail({ user: '' }, {}), null)).toEqual({})
  })

  it('every kind is complete only with all that it requires', () => {
    for (const kind of WIRE_KINDS) {
      const { settings, secrets } = CHANNEL_SHAPES[kind]
      const missing = Object.keys(fieldsOf(kind, { settings: {}, secrets: {}, forget: [] }, null))
      const required = [
        ...Object.entries(settings).flatMap(([name, one]) =>
          'required' in one && one.required && one.start === '' ? [`settings.${name}`] : [],
        ),
        ...Object.entries(secrets).flatMap(([name, one]) => (one.required ? [`secrets.${name}`] : [])),
      ]
      expect(missing.toSorted()).toEqual(required.toSorted())
      expect(isComplete(kind, { settings: {}, secrets: {} })).toBe(false)
    }
  })
})

describe('a secret', () => {
  const before = { settings: MAIL, secrets: { password: 'old-word' } }

  it('stays when it is left out or empty, and is replaced when it is typed', () => {
    for (const secrets of [{}, { password: '' }, { password: '  ' }])
      expect(judgeSettings('EMAIL', mail({ port: 587 }, secrets), before)).toMatchObject({
        ok: true,
        secrets: { password: 'old-word' },
      })
    expect(judgeSettings('EMAIL', mail(), before)).toMatchObject({ ok: true, secrets: { password: 'pw-1234' } })
  })

  it('goes when it is to be forgotten, unless it is needed', () => {
    expect(judgeSettings('EMAIL', mail({ user: '' }, {}, ['password']), before)).toMatchObject({
      ok: true,
      secrets: {},
    })
    expect(fieldsOf('EMAIL', mail({}, {}, ['password']), before)).toEqual({ 'secrets.password': 'required' })
    expect(fieldsOf('EMAIL', mail({}, {}, ['pin']), before)).toMatchObject({ 'secrets.pin': 'unknown-field' })
  })

  it('is not sent to another place than the one it was typed for', () => {
    expect(fieldsOf('EMAIL', mail({ host: 'evil.example' }, {}), before)).toEqual({
      'secrets.password': 'secret-again',
    })
    expect(fieldsOf('EMAIL', mail({ host: 'new.example' }), before)).toEqual({})
    const robot = {
      settings: { endpoint: 'https://a.example/send' },
      secrets: { accessToken: 'token-1', signSecret: 'sign-1' },
    }
    const moved = { settings: { endpoint: 'https://b.example/send' }, secrets: { accessToken: 'token-2' }, forget: [] }
    expect(fieldsOf('DINGTALK', moved, robot)).toEqual({ 'secrets.signSecret': 'secret-again' })
    expect(fieldsOf('DINGTALK', { ...moved, forget: ['signSecret'] }, robot)).toEqual({})
  })

  it('is found in the address that a robot shows', () => {
    const { endpoint } = { endpoint: 'https://oapi.dingtalk.com/robot/send' }
    const robot = { settings: { endpoint }, secrets: { accessToken: `${endpoint}?access_token=abc123` }, forget: [] }
    expect(judgeSettings('DINGTALK', robot, null)).toMatchObject({ ok: true, secrets: { accessToken: 'abc123' } })
    const group = {
      settings: {},
      secrets: { key: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=key-1' },
      forget: [],
    }
    expect(judgeSettings('WECOM', group, null)).toMatchObject({ ok: true, secrets: { key: 'key-1' } })
  })

  it('that signs is not short, and none holds the end of a line', () => {
    const hook = (signSecret: string) => ({
      settings: { endpoint: 'https://h.example' },
      secrets: { signSecret },
      forget: [],
    })
    expect(fieldsOf('WEBHOOK', hook('short'), null)).toEqual({ 'secrets.signSecret': 'too-short' })
    expect(fieldsOf('WEBHOOK', hook('0123456789\r\nabcdef'), null)).toEqual({ 'secrets.signSecret': 'format' })
  })

  it('is masked in every form that an answer may quote', () => {
    const secret = 'a+b/c "d"'
    const quoted = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      Buffer.from(secret).toString('base64'),
    ].join(' | ')
    expect(maskSecrets(quoted, [secret])).toBe('*** | *** | "***" | ***')
    expect(maskSecrets('a cat', ['a'])).toBe('a cat')
  })
})
