import { describe, expect, test } from 'vitest'
import { CallFailure, classify, isQuietPath, networkText, readEnvelope } from './api-outcome.ts'

const heard = (code: number, message = 'text') => ({ code, message, data: null })
const texts = {
  offline: '网络连接异常',
  timeout: '请求超时',
  status: (n: number) => `请求失败（${n}）`,
  forbidden: '没有操作权限',
}

describe('ER-2 envelope', () => {
  test('msg stands in for message, a numeric string code is a number', () => {
    expect(readEnvelope({ code: '409', msg: '冲突', data: 1 })).toEqual({ code: 409, message: '冲突', data: 1 })
  })

  test('a message that is no text, or an empty one, gives way to msg', () => {
    expect(readEnvelope({ code: 1, message: { text: 'x' }, msg: '冲突' })?.message).toBe('冲突')
    expect(readEnvelope({ code: 1, message: '', msg: '冲突' })?.message).toBe('冲突')
    expect(readEnvelope({ code: 1, message: 5, msg: 6 })?.message).toBe('')
  })

  test.each([null, 'text', [], {}, { code: 'x' }])('%j is no envelope', (body) => {
    expect(readEnvelope(body)).toBeNull()
  })
})

describe('ER-3 (part), ER-4, ER-7 (part), ER-9 (part) codes', () => {
  test.each([0, 10008, 4003, 20007, 10500, 9, 10001, 10411])('%i resolves', (code) => {
    expect(classify(heard(code), '下发超时，请稍后重试').kind).toBe('success')
  })

  test('10500 has its message replaced', () => {
    expect(classify(heard(10500), '下发超时，请稍后重试')).toMatchObject({ message: '下发超时，请稍后重试' })
  })

  test.each([4, 3000])('%i means the session is over', (code) => {
    expect(classify(heard(code), '').kind).toBe('session-over')
  })

  test('everything else fails with the server text, or Error', () => {
    expect(classify(heard(500, '系统内部错误'), '')).toMatchObject({ kind: 'failure', message: '系统内部错误' })
    expect(classify(heard(500, ''), '')).toMatchObject({ kind: 'failure', message: 'Error' })
  })
})

test('ER-13 (part), ER-14 (1 of 2), AM-14 (1 of 2) network texts', () => {
  expect(networkText(null, false, texts)).toBe('网络连接异常')
  expect(networkText(null, true, texts)).toBe('请求超时')
  expect(networkText(502, false, texts)).toBe('请求失败（502）')
  expect(networkText(403, false, texts)).toBe('没有操作权限')
})

test('ER-10 (2 of 3), AM-13 slaveBattery counts as a segment of the path only', () => {
  expect(isQuietPath('/valve/v1/slaveBattery/page?x=1')).toBe(true)
  expect(isQuietPath('/valve/v1/slaveBatteryLog?slaveBattery=1')).toBe(false)
})

describe('the reason of a failure', () => {
  const reasonOf = (data: unknown) => new CallFailure(400, 'text', data, false).reason

  test('is the error that the server names, and null where it names none', () => {
    expect(reasonOf({ error: 'conflict' })).toBe('conflict')
    expect(reasonOf({ error: 5 })).toBeNull()
    expect(reasonOf({})).toBeNull()
    expect(reasonOf(null)).toBeNull()
  })
})
