import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailure } from './api-outcome.ts'
import { queryOf, request, whenSessionOver } from './api.ts'
import { clearSession, useSession } from './session.ts'
import { startTexts } from './text.ts'
import { forgetToasts, useToasts } from './toast.ts'

const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const shown = () => useToasts.getState().toasts.map(({ kind, text }) => `${kind}: ${text}`)

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  forgetToasts()
  clearSession()
})
afterEach(() => vi.unstubAllGlobals())

function serve(...answers: (Response | Error)[]) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() => {
    const next = answers.shift()
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next ?? new Error('none left'))
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('request layer', () => {
  test('SI-12 the token travels in a header, GET puts params in the query (ER-1)', async () => {
    useSession.setState({ token: 'abc' })
    const fetched = serve(answer({ code: 0, data: 1 }))
    await request('GET', '/x', { a: 1, b: undefined, c: ['1', '2'], d: null })
    const [url, init] = fetched.mock.calls[0]!
    expect(url).toBe('/x?a=1&c=1&c=2')
    expect((init.headers as Record<string, string>)['authorization']).toBe('abc')
    expect(queryOf({})).toBe('')
  })

  test('ER-9 another code is one error toast with the server text', async () => {
    serve(answer({ code: 500, message: '系统内部错误' }, 500))
    await expect(request('POST', '/x', {})).rejects.toMatchObject({ code: 500 })
    expect(shown()).toEqual(['error: 系统内部错误'])
  })

  test('ER-7 code 4 asks to sign in again, without a toast; ER-12 background calls ask nothing', async () => {
    const over = vi.fn<() => void>()
    whenSessionOver(over)
    serve(answer({ code: 3000, message: '' }), answer({ code: 4, message: '' }), new Response('', { status: 401 }))
    await expect(request('GET', '/x', {})).rejects.toMatchObject({ code: 4 })
    await expect(request('GET', '/x', {}, { silent: true })).rejects.toMatchObject({ code: 4 })
    expect(over).toHaveBeenCalledTimes(1)
    await expect(request('GET', '/x', {})).rejects.toMatchObject({ code: 4 })
    expect(over).toHaveBeenCalledTimes(2)
    expect(shown()).toEqual([])
  })

  test('ER-10, ER-14 a dropped line says so, slaveBattery is silent', async () => {
    serve(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'), new Response('<html>', { status: 502 }))
    await expect(request('GET', '/valve/v1/slaveBattery', {})).rejects.toBeInstanceOf(CallFailure)
    expect(shown()).toEqual([])
    await expect(request('GET', '/y', {})).rejects.toBeInstanceOf(CallFailure)
    await expect(request('GET', '/z', {})).rejects.toBeInstanceOf(CallFailure)
    expect(shown()).toEqual(['error: 网络连接异常', 'error: 请求失败（502）'])
  })

  test('ER-16 a cancelled call is silent', async () => {
    const stop = new AbortController()
    stop.abort()
    serve(new DOMException('aborted', 'AbortError'))
    await expect(request('GET', '/x', {}, { signal: stop.signal })).rejects.toBeInstanceOf(CallFailure)
    expect(shown()).toEqual([])
  })

  test('refused fields are told beside the fields, not as a toast too', async () => {
    serve(answer({ code: 400, message: '输入内容有误', data: { fields: { name: 'required' } } }, 400))
    await expect(request('POST', '/x', {})).rejects.toMatchObject({ fields: { name: 'required' } })
    expect(shown()).toEqual([])
  })
})
