import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts, useToasts } from '../../lib/page/toast.ts'
import { whenSessionOver } from '../../lib/api/api.ts'
import { forgetCommands, knownCommand } from '../../domain/command/commands.ts'
import { madeCommand } from './command.fixture.ts'
import { send, useControlLoading } from './send.ts'

const ORDER = { deviceId: '12', code: 'READ', params: {} }

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  forgetToasts()
  useControlLoading.setState({ running: {} })
  whenSessionOver(() => {})
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const heardOf = (status: string) => ({ code: 0, message: 'ok', data: { commandId: '9', status } })
const running = () => useControlLoading.getState().running
const said = () => useToasts.getState().toasts.map(({ kind, text }) => `${kind}: ${text}`)

/** Gives the server's answer when called; an Error breaks the connection. */
function serve(): (answer: object | Error) => void {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  return (answer) => (answer instanceof Error ? reject(answer) : resolve(Response.json(answer)))
}

describe('the flag of a device', () => {
  test.each([
    ['success', { code: 0, message: 'ok', data: null }, ['sent: 下发成功，等待确认']],
    ['an acknowledgement', heardOf('ACKNOWLEDGED'), ['sent: 下发成功，等待确认']],
    ['its proof', heardOf('EXECUTED'), ['success: 下发成功']],
    ['a command nobody confirmed', { code: 10411, message: '设备未应答', data: null }, ['warning: 设备未应答']],
    ['one without words', { code: 9, message: '', data: null }, ['warning: 设备未确认，请稍后查看状态']],
    ['a refusal', { code: 500, message: '系统内部错误', data: null }, ['error: 系统内部错误']],
    ['a session that is over', { code: 4, message: '', data: null }, []],
    ['a broken line', new TypeError('Failed to fetch'), ['error: 网络连接异常']],
  ])(
    'ER-6 (1 of 3), ER-11, ER-18 (1 of 3), SEC-11 stands while the command is under way and falls after %s',
    async (_what, answer, words) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      const say = serve()
      const sent = send(ORDER)
      expect(running()).toEqual({ '12': ['READ'] })
      say(answer)
      await sent
      expect([running(), said()]).toEqual([{}, words])
    },
  )

  test('ER-18 (2 of 3) is cleared after 35 s at the latest', async () => {
    const say = serve()
    const sent = send(ORDER)
    await vi.advanceTimersByTimeAsync(34_500)
    expect(running()).toEqual({ '12': ['READ'] })
    await vi.advanceTimersByTimeAsync(600)
    expect(running()).toEqual({})
    say({ code: 0, message: 'ok', data: null })
    await sent
  })
})

test('ER-16 (2 of 4) a command has 30 s', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const say = serve()
  const sent = send(ORDER)
  say({ code: 0, message: 'ok', data: null })
  await sent
  expect(timeout.mock.calls).toEqual([[30_000]])
})

test('a command that the device refused is shown with its ledger row, even without the live channel', async () => {
  const row = madeCommand({ id: '9', status: 'FAILED', resultCode: 'NAK', resultMsg: '电机过热' })
  vi.stubGlobal('fetch', async (url: string) =>
    url.startsWith('/valve/v1/command/get')
      ? Response.json({ code: 0, message: '', data: { ...row, attemptList: [] } })
      : Response.json({ code: 409, message: '', data: { commandId: '9', status: 'FAILED' } }, { status: 409 }),
  )
  expect(await send(ORDER)).toMatchObject({ kind: 'failed', failure: { code: 409 } })
  expect(knownCommand('9')?.resultMsg).toBe('电机过热')
  forgetCommands()
})
