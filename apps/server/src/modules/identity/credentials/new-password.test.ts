import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, it } from 'vitest'
import { weaknessOf } from './new-password.ts'
import { guessesOf } from '../sign-in/password-guesses.ts'
import { isGuessable, isPasswordForm, oneTimePassword, ownWords, withoutWords } from './password.rules.ts'

const WEI = { username: 'zhang.wei88', nickName: '张伟', phone: '13812345678', email: 'wei.zhang@river.example' }
const AROUND = ['西灌区', 'North Waterworks', '临水云']
const weakness = (password: string) => weaknessOf(password, WEI, AROUND)
/** Those of the given that are not judged so. */
async function others(reason: string | null, passwords: string[]): Promise<string[]> {
  const found = await Promise.all(passwords.map(weakness))
  return passwords.filter((_, at) => found[at] !== reason)
}
const guessable = (...passwords: string[]) => others('guessable-password', passwords)
const taken = (...passwords: string[]) => others(null, passwords)

describe('a new password', () => {
  it('keeps its bounds of length, letters and digits whatever the checker thinks of it', async () => {
    for (const bad of ['', 'x7-kq', 'kestrel-orbit', '9031847265', `${'kestrel-7-orbit'.repeat(5)}`])
      expect([bad, await weakness(bad)]).toEqual([bad, 'weak-password'])
    // Eight characters out of chance are the shortest, sixty-four the longest.
    expect(await taken('xK7pQ2mZ', 'kestrel-7-orbit-lantern-canoe-marigold-harbour-willow-barley-abc')).toEqual([])
  })

  it('is not made of the own names, turned, doubled, capital or with a year', async () => {
    expect(
      await guessable('zhangwei88', 'Zhangwei@2024', 'zh4ngw3i99', 'iewgnahz-7', 'zhangwei-zhangwei-1', '张伟张伟2024'),
    ).toEqual([])
    expect(await guessable('a13812345678', '12345678zw', 'wei.zhang@river1', 'ＺｈａｎｇＷｅｉ88')).toEqual([])
    // A name in it is no harm where the rest is enough.
    expect(await taken('zhangwei-kestrel-7-orbit')).toEqual([])
  })

  it('is not made of the department, the product or the trade', async () => {
    expect(
      await guessable(
        '西灌区2026年',
        'waterworks1',
        'North-Waterworks-1',
        '临水云2026abc',
        'Sluice2026!',
        'sluicesluice1',
      ),
    ).toEqual([])
    expect(await guessable('云阀2026abc', 'yunfa123456', 'shuizha2025', '水利局2025年', 'famen12345')).toEqual([])
  })

  it('is none of the 10,000 most used', async () => {
    const most = dictionary['passwords-common'].slice(0, 10_000).map(String)
    expect(most).toHaveLength(10_000)
    const guesses = await Promise.all(most.filter(isPasswordForm).map((one) => guessesOf(one, [])))
    expect(guesses.length).toBeGreaterThan(300)
    expect(guesses.filter((one) => !isGuessable(one))).toEqual([])
    expect(
      await guessable(
        'password1',
        'P@ssw0rd1',
        '1qaz2wsx',
        'qwerty123456',
        'abcd1234efgh',
        'a1a1a1a1a1a1',
        'woaini520',
      ),
    ).toEqual([])
  })

  it('may be several words, in either language', async () => {
    expect(
      await taken('correct horse battery staple 7', 'kestrel-7-orbit', '我家门前有两条小河1', '床前明月光疑是地上霜 7'),
    ).toEqual([])
  })

  it('may be as long as is allowed and costs no more then: the rest is not looked at', async () => {
    const long = `${'x'.repeat(40)}-kestrel-7-orbit`
    expect(await guessesOf(long, [])).toBe(await guessesOf('x'.repeat(32), []))
    expect(await guessable(long)).toEqual([])
  })

  it('that was made here by chance passes, whatever it looks like', async () => {
    for (const chance of [() => 7, (below: number) => below - 1, (below: number) => below >> 1])
      expect(isPasswordForm(oneTimePassword(chance))).toBe(true)
    let at = 0
    expect(await taken(oneTimePassword((below) => (at = at * 31 + 17) % below))).toEqual([])
  })
})

describe('own words', () => {
  it('are names whole and in parts, the longest first, nothing shorter than three letters', () => {
    const words = ownWords(WEI, AROUND)
    expect(words).toEqual(
      expect.arrayContaining(['zhang.wei88', 'zhangwei88', 'zhang', 'wei', '张伟', '12345678', '345678']),
    )
    expect(words).toEqual(
      expect.arrayContaining(['river', '西灌区', 'north waterworks', 'northwaterworks', 'sluice', '云阀']),
    )
    expect(words).not.toContain('88')
    expect(words.map(({ length }) => length)).toEqual(
      words.map(({ length }) => length).toSorted((one, other) => other - one),
    )
    expect(ownWords({ username: 'li', nickName: null, phone: null, email: '' }, [])).toEqual([
      'sluice',
      'yunfa',
      '云阀',
    ])
  })

  it('count for nothing, and signs in them mean themselves', () => {
    expect(withoutWords('Sluice-7-SLUICE', ['sluice'])).toBe('-7-')
    expect(withoutWords('a.b-axb', ['a.b'])).toBe('-axb')
    expect(withoutWords('x(1)[2]y', ['(1)[2]'])).toBe('xy')
  })
})
