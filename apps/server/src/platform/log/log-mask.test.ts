import { expect, it } from 'vitest'
import { createLog } from './log.ts'

const SECRETS = [
  'hunter2',
  'tok-123',
  'sess-456',
  'slk_abcdef0123456789',
  'dbpass',
  'nonce-789',
  'deep-secret',
  'hdr-1',
]

function linesOf(write: (log: ReturnType<typeof createLog>) => void, pretty = false): string {
  const lines: string[] = []
  write(createLog({ level: 'info', pretty, destination: { write: (line) => void lines.push(line) } }))
  return lines.join('')
}

it.each([false, true])(
  'SEC-1 (part), SEC-3 (part) no log line holds a secret, however deep it sits (readable: %s)',
  (pretty) => {
    const written = linesOf((log) => {
      log.info({ user: { name: 'x', password: 'hunter2' }, token: 'tok-123', nonce: 'nonce-789' }, 'signed in')
      log.info(
        { request: { headers: { cookie: 'authorization=sess-456', 'x-api-key': 'slk_abcdef0123456789' } } },
        'a call',
      )
      log.warn({ a: { b: { c: { d: [{ passwordHash: 'deep-secret' }] } } } }, 'deep')
      log.error(
        { err: new Error('connect postgres://sluice:dbpass@host/db refused') },
        'the key was slk_abcdef0123456789',
      )
      log.error(
        { err: Object.assign(new Error('x'), { authorization: 'hdr-1' }) },
        'sent Authorization: Bearer tok-123',
      )
    }, pretty)
    expect(SECRETS.filter((secret) => written.includes(secret))).toEqual([])
    expect(written).toContain('[secret]')
    // Text without secrets stays readable.
    for (const word of ['signed in', '"name":"x"', 'postgres://sluice:[secret]@host/db']) {
      expect(written.replaceAll('user={"name"', '"name"')).toContain(word)
    }
  },
)

it('leaves an ordinary line as it is', () => {
  const line = linesOf((log) => log.info({ deviceId: '7', ms: 3 }, 'stored'))
  expect(JSON.parse(line)).toMatchObject({ deviceId: '7', ms: 3, msg: 'stored' })
})
