import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { codeAt, enrolmentOf, recoveryCode, stepOf, type TotpKind, typedCode } from './totp-code.ts'

/** RFC 6238, appendix B; the seeds of SHA-256 and SHA-512 are as long as their hashes (erratum 2866). */
const SEEDS = {
  SHA1: '12345678901234567890',
  SHA256: '12345678901234567890123456789012',
  SHA512: '1234567890123456789012345678901234567890123456789012345678901234',
} as const
const VECTORS: readonly (readonly [number, keyof typeof SEEDS, string])[] = [
  [59, 'SHA1', '94287082'],
  [59, 'SHA256', '46119246'],
  [59, 'SHA512', '90693936'],
  [1_111_111_109, 'SHA1', '07081804'],
  [1_111_111_109, 'SHA256', '68084774'],
  [1_111_111_109, 'SHA512', '25091201'],
  [1_111_111_111, 'SHA1', '14050471'],
  [1_111_111_111, 'SHA256', '67062674'],
  [1_111_111_111, 'SHA512', '99943326'],
  [1_234_567_890, 'SHA1', '89005924'],
  [1_234_567_890, 'SHA256', '91819424'],
  [1_234_567_890, 'SHA512', '93441116'],
  [2_000_000_000, 'SHA1', '69279037'],
  [2_000_000_000, 'SHA256', '90698825'],
  [2_000_000_000, 'SHA512', '38618901'],
  [20_000_000_000, 'SHA1', '65353130'],
  [20_000_000_000, 'SHA256', '77737706'],
  [20_000_000_000, 'SHA512', '47863826'],
]

const secret = Buffer.from(SEEDS.SHA1)

describe('codes by time (RFC 6238)', () => {
  it.each(VECTORS)('appendix B: at %i s with %s it is %s', (seconds, algorithm, code) => {
    const kind: TotpKind = { algorithm, digits: 8 }
    expect(codeAt(Buffer.from(SEEDS[algorithm]), seconds * 1000, kind)).toBe(code)
  })

  it('takes the code of now, one step early and one late, and nothing further', () => {
    const now = 1_234_567_890_000
    const step = Math.floor(now / 30_000)
    const taken = [-2, -1, 0, 1, 2].map((off) => stepOf(secret, codeAt(secret, now + off * 30_000), now, 0))
    expect(taken).toEqual([null, step - 1, step, step + 1, null])
  })

  it('takes no code twice, nor an earlier one after a later', () => {
    const now = 59_000
    const [early, code] = [codeAt(secret, now - 30_000), codeAt(secret, now)]
    const step = stepOf(secret, code, now, 0)!
    expect(stepOf(secret, code, now, step)).toBeNull()
    expect(stepOf(secret, early, now, step)).toBeNull()
    expect(stepOf(secret, codeAt(secret, now + 30_000), now + 30_000, step)).toBe(step + 1)
  })

  it('takes nothing that is no six digits', () => {
    for (const text of ['', '12345', '1234567', 'abcdef', ' 28708', '-28708']) {
      expect(stepOf(secret, text, 59_000, 0)).toBeNull()
    }
  })

  it('says to authenticators who it is for', () => {
    const { uri, secret: typed } = enrolmentOf(secret, 'Sluice', 'admin')
    expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const url = new URL(uri)
    expect([url.protocol, url.host, url.pathname]).toEqual(['otpauth:', 'totp', '/Sluice:admin'])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      issuer: 'Sluice',
      secret: typed,
      digits: '6',
      period: '30',
    })
  })
})

describe('recovery codes', () => {
  it('are long, without look-alikes, and never the same', () => {
    const codes = Array.from({ length: 200 }, () => recoveryCode(randomInt))
    for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/)
    expect(new Set(codes).size).toBe(200)
  })

  it('may be typed in capitals, with or without hyphens and blanks', () => {
    expect(typedCode(' ABCD-efgh 2345-wxyz ')).toBe('abcdefgh2345wxyz')
  })
})
