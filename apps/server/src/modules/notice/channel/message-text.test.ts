import { describe, expect, it } from 'vitest'
import { BUILT_IN_DICTIONARIES } from '@sluice/contract'
import {
  cutBytes,
  cutCharacters,
  fillParameters,
  levelWord,
  phoneOf,
  readParameters,
  withoutMarkup,
} from './message-text.ts'

const message = { id: 'm1', title: '东干渠 掉线', text: '一\n二', url: 'https://s.example/f/1', level: 4 } as const
const to = { name: '李文渠', phone: null, email: null, wechatOpenId: null, language: 'zh-CN' } as const

describe('the parameters of a template', () => {
  it('are lines of a name and a text in which parts of the message stand', () => {
    const lines = readParameters(' title = 故障：{title} \n\nwho={name}={level}\nfixed=a b')!
    expect(lines.map(({ name }) => name)).toEqual(['title', 'who', 'fixed'])
    expect(fillParameters(lines, { message, to }, () => 100)).toEqual({
      title: '故障：东干渠 掉线',
      who: '李文渠=紧急',
      fixed: 'a b',
    })
  })

  it.each(['', 'title', '=x', '1a={title}', 'a={titel}', 'a={title}\na={text}', 'a b={title}', 'a={}'])(
    '%j is none',
    (typed) => {
      expect(readParameters(typed)).toBeNull()
    },
  )

  it('each value is one line and is cut where the template would refuse it', () => {
    const filled = fillParameters(
      [{ name: 'text', text: '{text}{url}' }],
      { message: { ...message, url: null }, to },
      () => 3,
    )
    expect(filled).toEqual({ text: '一 二' })
    expect(fillParameters([{ name: 'text', text: '{title}' }], { message, to }, () => 3)).toEqual({ text: '东干…' })
  })

  it('a part in a title is not filled in again', () => {
    const sly = { ...message, title: '{name}{url}' }
    expect(fillParameters([{ name: 'a', text: '{title}' }], { message: sly, to }, () => 99)).toEqual({
      a: '{name}{url}',
    })
  })
})

describe('texts of messages', () => {
  it('are cut between characters', () => {
    expect(cutCharacters('💧💧💧', 2)).toBe('💧…')
    expect(cutCharacters('abc', 3)).toBe('abc')
    expect(cutBytes('水水水', 9)).toBe('水水水')
    expect(cutBytes('水水水水', 9)).toBe('水水…')
    expect(Buffer.byteLength(cutBytes('a💧'.repeat(99), 50))).toBeLessThanOrEqual(50)
  })

  it('bring no link, picture or mention into a chat', () => {
    expect(withoutMarkup('![x](http://e) <@all> `a` @138')).not.toMatch(/[[\]<>`@]/)
  })

  it('levels are called as everywhere', () => {
    const level = BUILT_IN_DICTIONARIES.find(({ dictType }) => dictType === 'level')!
    for (const [value, zh, en] of level.entries)
      expect([levelWord(Number(value) as 1, 'zh-CN'), levelWord(Number(value) as 1, 'en-US')]).toEqual([zh, en])
  })

  it('a phone number is digits', () => {
    expect(['138 0013-8000', '+86 13800138000', '(0311) 123456', 'abc', '12', null].map(phoneOf)).toEqual([
      '13800138000',
      '+8613800138000',
      '0311123456',
      null,
      null,
      null,
    ])
  })
})
