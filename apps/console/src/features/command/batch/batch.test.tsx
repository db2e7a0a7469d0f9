import type { Command, DeviceState } from '@sluice/contract'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetCommands, keepCommands } from '../../../domain/command/commands.ts'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { forgetToasts, useToasts } from '../../../lib/page/toast.ts'
import { forgetBatches } from './batch.ts'
import { BatchBar } from './batch-bar.tsx'
import type { ChosenValve } from './batch-valves.ts'
import { ago, madeCommand, madeDevice, madeState } from '../command.fixture.ts'
import { useControlLoading } from '../send.ts'

type Body = Record<string, unknown> & { deviceId: string; code: string }
interface Call {
  body: Body
  answer: (envelope: object) => Promise<void>
  fail: () => Promise<void>
}
let calls: Call[]
let cancelled: string[]

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  useSession.setState({ phase: 'ready', roles: ['command:send', 'command:list', 'command:cancel'] })
  calls = []
  cancelled = []
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', (url: string, init?: { body?: string }) => {
    const body = JSON.parse(init?.body ?? '{}') as Body
    const reply = (envelope: object) => new Response(JSON.stringify(envelope))
    if (url.endsWith('/command/cancel')) {
      cancelled.push(String(body['id']))
      return Promise.resolve(reply({ code: 0, message: '', data: { commandId: body['id'], status: 'CANCELLED' } }))
    }
    if (!url.endsWith('/command/send')) return Promise.resolve(reply({ code: 404, message: '没有', data: null }))
    return new Promise((resolve, reject) => {
      calls.push({
        body,
        answer: (envelope) => act(async () => resolve(reply(envelope))),
        fail: () => act(async () => reject(new TypeError('network'))),
      })
    })
  })
})
afterEach(async () => {
  cleanup()
  forgetBatches()
  // The four places belong to the tab, so they last from test to test.
  for (const call of calls) await call.answer({ code: 500, message: '', data: null })
  forgetCommands()
  forgetToasts()
  clearSession()
  useControlLoading.setState({ running: {} })
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function valve(n: number, state: Partial<DeviceState> = {}, commands?: { code: string }[]): ChosenValve {
  const id = String(n)
  const device = { ...madeDevice(commands), id, name: `${n}#阀` }
  return { device, state: { ...madeState(), deviceId: id, ...state } }
}
const valves = (count: number) => Array.from({ length: count }, (_, n) => valve(n + 1))

const button = (code: string) => screen.getByTestId<HTMLButtonElement>(`batch-${code}`)
const dialog = () => screen.getByTestId('batch-dialog')
const looks = () => [...document.querySelectorAll('.batch-line')].map((line) => line.getAttribute('data-look'))
const line = (id: string) => document.querySelector(`.batch-line[data-device="${id}"]`)?.textContent ?? ''
const taken = (commandId: string, status = 'ACKNOWLEDGED') => ({ code: 0, message: '', data: { commandId, status } })
const tell = (more: Partial<Command>) => act(() => keepCommands([madeCommand(more)], Date.now()))

async function close(chosen: readonly ChosenValve[]): Promise<void> {
  render(<BatchBar valves={chosen} />)
  await userEvent.click(button('CLOSE'))
  await userEvent.click(within(dialog()).getByTestId('batch-send'))
}

describe('the bar', () => {
  test('is disabled until something is selected and says so; users who may not send have none', () => {
    const { rerender } = render(<BatchBar valves={[]} />)
    expect([button('OPEN').disabled, button('OPEN').title]).toEqual([true, '先选择阀门'])
    rerender(<BatchBar valves={valves(2)} />)
    expect(button('OPEN').disabled).toBe(false)
    act(() => useSession.setState({ roles: ['command:list'] }))
    expect(screen.queryByTestId('batch-OPEN')).toBeNull()
  })

  test('a command that no selected valve can take is disabled with the reasons', () => {
    render(
      <BatchBar valves={[valve(1, { status: 'OFFLINE', offlineCause: 'MASTER' }), valve(2, {}, [{ code: 'READ' }])]} />,
    )
    expect([button('CLOSE').disabled, button('CLOSE').title]).toEqual([true, '主机离线 · 设备不支持此指令'])
    expect(button('READ').disabled).toBe(false)
  })
})

describe('before it is sent', () => {
  test('names the number, the risk, and the excluded valves with reasons; the focus is on 取消 and nothing is sent', async () => {
    render(<BatchBar valves={[...valves(2), valve(3, { status: 'OFFLINE', offlineCause: 'SELF' })]} />)
    await userEvent.click(button('CLOSE'))
    expect(within(dialog()).getByRole('heading').textContent).toBe('全关 · 2 台')
    expect(dialog().textContent).toContain('上游压力可能骤升')
    expect(dialog().textContent).toContain('不下发：设备离线 1 台')
    expect(dialog().textContent).toContain('42 % → 0 %')
    expect(document.activeElement?.textContent).toBe('取消')
    expect(calls).toEqual([])
  })

  test('an opening is chosen first and sent with every command', async () => {
    render(<BatchBar valves={valves(2)} />)
    await userEvent.click(button('SET_OPENING'))
    await userEvent.click(within(dialog()).getByRole('button', { name: '25' }))
    await userEvent.click(within(dialog()).getByTestId('opening-send'))
    expect(within(dialog()).getByRole('heading').textContent).toBe('设定开度 25 % · 2 台')
    await userEvent.click(within(dialog()).getByTestId('batch-send'))
    expect(calls.map(({ body }) => body['params'])).toEqual([{ opening: 25 }, { opening: 25 }])
  })

  test('domain 4.4 rule 6: above twenty a reason and the typed number', async () => {
    render(<BatchBar valves={valves(21)} />)
    await userEvent.click(button('OPEN'))
    const yes = () => within(dialog()).getByTestId<HTMLButtonElement>('batch-send')
    expect(yes().disabled).toBe(true)
    await userEvent.type(within(dialog()).getByLabelText('操作原因'), '抗旱')
    await userEvent.type(within(dialog()).getByLabelText('输入台数 21 以确认'), '20')
    expect(yes().disabled).toBe(true)
    await userEvent.type(within(dialog()).getByLabelText('输入台数 21 以确认'), '{Backspace}1')
    await userEvent.click(yes())
    expect(calls[0]?.body).toMatchObject({ reason: '抗旱' })
  })

  test('valves with a serious fault are excluded from opening until the user includes them', async () => {
    render(<BatchBar valves={[valve(1), valve(2, { faults: [{ code: 'V03', level: 3 }] })]} />)
    await userEvent.click(button('OPEN'))
    expect(within(dialog()).getByRole('heading').textContent).toBe('全开 · 1 台')
    await userEvent.click(within(dialog()).getByRole('checkbox'))
    await userEvent.click(within(dialog()).getByTestId('batch-send'))
    expect(calls.map(({ body }) => [body.deviceId, body['confirmed']])).toEqual([
      ['1', undefined],
      ['2', true],
    ])
  })
})

describe('while it is sent', () => {
  test('each has a key of its own, and only what the ledger proved is confirmed', async () => {
    await close(valves(3))
    expect(new Set(calls.map(({ body }) => body['idempotencyKey'])).size).toBe(3)
    // The operation log shows them as one.
    expect(new Set(calls.map(({ body }) => body['batch'])).size).toBe(1)
    expect(calls[0]?.body['batch']).toMatch(/^[0-9a-f-]{36}$/)
    expect(looks()).toEqual(['pending', 'pending', 'pending'])
    await calls[0]?.answer(taken('71'))
    await calls[1]?.answer({ code: 10500, message: '', data: { commandId: '72', status: 'SENT' } })
    expect(looks()).toEqual(['pending', 'pending', 'pending'])
    tell({ id: '71', deviceId: '1', status: 'EXECUTED', code: 'CLOSE', params: {}, doneTime: ago(0) })
    tell({ id: '72', deviceId: '2', status: 'TIMEOUT', resultCode: 'NO_ACK', doneTime: ago(0) })
    expect(looks()).toEqual(['confirmed', 'unconfirmed', 'pending'])
    expect(line('2')).toContain('设备未应答，阀门可能已动作。请先读取。')
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1')
    expect(useToasts.getState().toasts).toEqual([])
  })

  test('a refusal says why; without an answer the outcome is unknown, and the row says what to do', async () => {
    await close(valves(2))
    await calls[0]?.answer({ code: 1409, message: '设备处于就地模式', data: { error: 'device-in-local-mode' } })
    await calls[1]?.fail()
    expect(looks()).toEqual(['failed', 'unconfirmed'])
    expect(line('1')).toContain('设备处于就地模式')
    expect(line('2')).toContain('指令可能已下发。先看该阀门的指令台账。')
    expect(useToasts.getState().toasts).toEqual([])
  })

  test('four calls wait at a time; the rest can be cancelled and is never sent', async () => {
    await close(valves(6))
    expect(calls).toHaveLength(4)
    expect(looks().slice(4)).toEqual(['waiting', 'waiting'])
    await calls[0]?.answer(taken('71'))
    expect(calls).toHaveLength(5)
    tell({ id: '71', deviceId: '1', status: 'QUEUED', sentTime: null })
    await userEvent.click(screen.getByTestId('batch-cancel'))
    expect(looks()[5]).toBe('dropped')
    expect(cancelled).toEqual(['71'])
    for (const call of calls.slice(1)) await call.answer(taken(`8${call.body.deviceId}`))
    expect(calls).toHaveLength(5)
  })

  test('STOP never asks and overtakes waiting commands; those waiting for the same valves are not sent', async () => {
    const { rerender } = render(<BatchBar valves={valves(6)} />)
    await userEvent.click(button('CLOSE'))
    await userEvent.click(within(dialog()).getByTestId('batch-send'))
    rerender(<BatchBar valves={[valve(1), valve(6)]} />)
    await userEvent.click(button('STOP'))
    expect(document.querySelector('[data-testid="batch-dialog"]')).toBeNull()
    await calls[1]?.answer(taken('72'))
    await calls[2]?.answer(taken('73'))
    expect(calls.slice(4).map(({ body }) => [body.code, body.deviceId])).toEqual([
      ['STOP', '1'],
      ['STOP', '6'],
    ])
    const closing = document.querySelectorAll('.batch-run')[1]!
    expect(closing.querySelector('[data-device="6"]')?.getAttribute('data-look')).toBe('dropped')
    expect(closing.querySelector('[data-device="5"]')?.getAttribute('data-look')).toBe('waiting')
  })

  test('SI-24 (part): nothing more is sent after sign-out', async () => {
    await close(valves(5))
    act(() => clearSession())
    for (const call of calls.slice(0, 4)) await call.answer(taken('1'))
    expect(calls).toHaveLength(4)
  })
})
