import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFailure } from './api-outcome.ts'
import { deviceResource, faultCount, getInfo } from '@sluice/contract'
import { call, queryOf, request, whenSessionOver } from './api.ts'
import { getRow, insertRow, pageOf, updateRow } from './resource-calls.ts'
import { useLastSeen } from '../live/last-seen.ts'
import { clearSession, useSession } from '../access/session.ts'
import { startTexts } from '../text/text.ts'
import { forgetToasts, useToasts } from '../page/toast.ts'

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
  test('SI-12 (part) the token travels in a header, ER-1 (part) GET puts params in the query', async () => {
    useSession.setState({ token: 'abc' })
    const fetched = serve(answer({ code: 0, data: 1 }))
    await request('GET', '/x', { a: 1, b: undefined, c: ['1', '2'], d: null })
    const [url, init] = fetched.mock.calls[0]!
    expect(url).toBe('/x?a=1&c=1&c=2')
    expect((init.headers as Record<string, string>)['authorization']).toBe('abc')
    expect(queryOf({})).toBe('')
  })

  test('ER-9 (1 of 4) another code is one error toast with the server text', async () => {
    serve(answer({ code: 500, message: '系统内部错误' }, 500))
    await expect(request('POST', '/x', {})).rejects.toMatchObject({ code: 500 })
    expect(shown()).toEqual(['error: 系统内部错误'])
  })

  test('ER-7 (part), ER-13 (2 of 2) code 4 and a bare 401 ask to sign in again, without a toast; ER-12 (part) background calls ask nothing', async () => {
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

  test('a fresh answer of a cached path ends the notice of old answers; a refusal and other calls do not', async () => {
    const since = () => useLastSeen.getState().since
    useLastSeen.setState({ since: 5 })
    serve(answer({ code: 0, data: 1 }), answer({ code: 400, message: 'x' }), answer({ code: 0, data: 1 }))
    await request('POST', faultCount.path, {})
    await expect(request('GET', faultCount.path, {})).rejects.toMatchObject({ code: 400 })
    expect(since()).toBe(5)
    await request('GET', faultCount.path, {})
    expect(since()).toBeNull()
  })

  test('ER-10 (1 of 3), ER-14 (part) a dropped line says so, slaveBattery is silent', async () => {
    serve(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'), new Response('<html>', { status: 502 }))
    await expect(request('GET', '/valve/v1/slaveBattery', {})).rejects.toBeInstanceOf(CallFailure)
    expect(shown()).toEqual([])
    await expect(request('GET', '/y', {})).rejects.toBeInstanceOf(CallFailure)
    await expect(request('GET', '/z', {})).rejects.toBeInstanceOf(CallFailure)
    expect(shown()).toEqual(['error: 网络连接异常', 'error: 请求失败（502）'])
  })

  test('ER-16 (4 of 4) a cancelled call is silent', async () => {
    const stop = new AbortController()
    stop.abort()
    serve(new DOMException('aborted', 'AbortError'))
    await expect(request('GET', '/x', {}, { signal: stop.signal })).rejects.toBeInstanceOf(CallFailure)
    expect(shown()).toEqual([])
  })

  test('ER-1 (part) DELETE asks by the query, POST and PUT by a JSON body', async () => {
    const fetched = serve(answer({ code: 0 }), answer({ code: 0 }), answer({ code: 0 }))
    await request('DELETE', '/x', { id: 1 })
    await request('PUT', '/x', { id: 1, name: null })
    await request('POST', '/x', {})
    expect(fetched.mock.calls.map(([url, { method, body }]) => [method, url, body])).toEqual([
      ['DELETE', '/x?id=1', undefined],
      ['PUT', '/x', '{"id":1,"name":null}'],
      ['POST', '/x', '{}'],
    ])
  })

  test.each([0, 10008, 4003, 20007, 10500, 9, 10001, 10411])('ER-3 %i resolves with its envelope', async (code) => {
    serve(answer({ code, message: 'said', data: { n: 1 } }))
    const heard = await request('POST', '/x', {})
    expect(heard).toMatchObject({ code, message: code === 10500 ? '下发超时，请稍后重试' : 'said', data: { n: 1 } })
    expect(shown()).toEqual([])
  })

  test('SEC-11 (part), ER-6 (3 of 3) only code 0 with data other than false is done', async () => {
    const said = [{ code: 0, data: false }, { code: 10411, message: '设备未应答' }, { code: 9 }]
    serve(...said.map((one) => answer(one)))
    await expect(
      insertRow(deviceResource, { name: 'a', deviceNo: '1', productId: '1', deptId: '1' }),
    ).rejects.toBeInstanceOf(CallFailure)
    await expect(updateRow(deviceResource, { id: '1', version: 0 })).rejects.toMatchObject({ code: 10411 })
    await expect(updateRow(deviceResource, { id: '1', version: 0 })).rejects.toMatchObject({ code: 9 })
    expect(shown()).toEqual(['error: 添加失败', 'warning: 设备未应答', 'warning: 设备未确认，请稍后查看状态'])
  })

  test('ER-6 (part), ER-12 (part) a failure in the background, or one shown in place, raises no toast', async () => {
    const said = [
      { code: 10411, message: '设备未应答' },
      { code: 0, data: false },
    ]
    serve(...said.map((one) => answer(one)), answer(said[0]), answer({ code: 10411 }))
    for (const { code } of said) await expect(call(getInfo, {})).rejects.toMatchObject({ code, shown: false })
    await expect(pageOf(deviceResource, {}, { inPlace: true })).rejects.toMatchObject({ message: '设备未应答' })
    await expect(getRow(deviceResource, '1', { silent: true })).rejects.toMatchObject({
      message: '设备未确认，请稍后查看状态',
    })
    expect(shown()).toEqual([])
  })

  test('a failure that the caller shows raises no toast, one that it leaves does', async () => {
    serve(answer({ code: 500, message: '系统内部错误' }), answer({ code: 409, message: '已被修改' }))
    const shows = ({ code }: CallFailure) => code === 500
    await expect(request('POST', '/x', {}, { shows })).rejects.toMatchObject({ code: 500 })
    expect(shown()).toEqual([])
    await expect(request('POST', '/x', {}, { shows })).rejects.toMatchObject({ code: 409 })
    expect(shown()).toEqual(['error: 已被修改'])
  })

  test('ER-9 (2 of 4) without a server text the word is Error', async () => {
    serve(answer({ code: 12345, message: '' }))
    await expect(request('GET', '/x', {})).rejects.toMatchObject({ code: 12345 })
    expect(shown()).toEqual(['error: Error'])
  })

  test('ER-12 (1 of 2) the fault count and the boot call are background calls: no error of theirs opens anything', async () => {
    const over = vi.fn<() => void>()
    whenSessionOver(over)
    for (const operation of [getInfo, faultCount]) {
      serve(answer({ code: 4 }), answer({ code: 500, message: 'no' }), new TypeError('gone'))
      for (let n = 0; n < 3; n++) await expect(call(operation, {})).rejects.toBeInstanceOf(CallFailure)
    }
    expect([over.mock.calls, shown()]).toEqual([[], []])
  })

  test('ER-8 (part), ER-12 (2 of 2) an automatic refresh of a list asks nothing; one after a click or a key does', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    // The page was opened on the real clock; from here on the fake clock counts.
    window.dispatchEvent(new Event('click'))
    const over = vi.fn<() => void>()
    whenSessionOver(over)
    vi.stubGlobal('fetch', async () => answer({ code: 4 }))
    const read = () => request('GET', '/x', {}, { inPlace: true }).catch(() => undefined)
    const asked = async () => {
      over.mockClear()
      await read()
      return over.mock.calls.length
    }
    for (const act of ['pointerdown', 'click', 'keydown', 'popstate']) {
      vi.advanceTimersByTime(6000)
      expect(await asked()).toBe(0)
      window.dispatchEvent(new Event(act))
      expect(await asked()).toBe(1)
    }
    vi.advanceTimersByTime(6000)
    await request('POST', '/x', {}).catch(() => undefined)
    expect(over).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })

  test('ER-13 (1 of 2) the code of an envelope counts, whatever the HTTP status; 403 without one has its own words', async () => {
    serve(
      answer({ code: 0, data: 1 }, 500),
      answer({ code: 409, message: '冲突' }, 200),
      new Response('', { status: 403 }),
    )
    expect(await request('GET', '/x', {})).toMatchObject({ code: 0, data: 1 })
    await expect(request('GET', '/x', {})).rejects.toMatchObject({ code: 409 })
    await expect(request('GET', '/x', {})).rejects.toBeInstanceOf(CallFailure)
    expect(shown()).toEqual(['error: 冲突', 'error: 没有操作权限'])
  })

  test('ER-14 (2 of 2), AM-14 (2 of 2) the cause is in the browser log; a connection lost within an answer is a network error', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const gone = new TypeError('Failed to fetch')
    const torn = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })
    serve(gone, new Response(torn))
    await expect(request('GET', '/x', {})).rejects.toMatchObject({ message: '网络连接异常' })
    await expect(request('GET', '/x', {})).rejects.toMatchObject({ message: '网络连接异常' })
    expect(log.mock.calls[0]).toContain(gone)
    expect(String(log.mock.calls[1]?.at(-1))).toContain('terminated')
    log.mockRestore()
  })

  test('ER-14 (part), ER-16 (1 of 4) a call times out after 10 s, or after its own limit, and says so', async () => {
    const waits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waits.push(ms)
      return AbortSignal.abort(new DOMException('time is up', 'TimeoutError'))
    })
    serve(new DOMException('time is up', 'TimeoutError'), new DOMException('time is up', 'TimeoutError'))
    await expect(request('GET', '/x', {})).rejects.toMatchObject({ message: '请求超时' })
    await expect(request('POST', '/x', {}, { timeoutMs: 30_000, silent: true })).rejects.toBeInstanceOf(CallFailure)
    expect([waits, shown()]).toEqual([[10_000, 30_000], ['error: 请求超时']])
    vi.restoreAllMocks()
  })

  test('refused fields are shown beside the fields, without a toast', async () => {
    serve(answer({ code: 400, message: '输入内容有误', data: { fields: { name: 'required' } } }, 400))
    await expect(request('POST', '/x', {})).rejects.toMatchObject({ fields: { name: 'required' } })
    expect(shown()).toEqual([])
  })
})
