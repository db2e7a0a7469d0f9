import type { Command, DeviceState, ProductPoint } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetCommands, keepCommands } from '../../../../domain/command/commands.ts'
import { queryClient } from '../../../../lib/api/query.ts'
import { clearSession, useSession } from '../../../../lib/access/session.ts'
import { startTexts } from '../../../../lib/text/text.ts'
import { forgetToasts, useToasts } from '../../../../lib/page/toast.ts'
import { ago, madeCommand, madeDevice, madeState, NOW } from '../../command.fixture.ts'
import { useControlLoading } from '../../send.ts'
import { ValvePanel } from './valve-panel.tsx'

interface Served {
  device: object
  state: DeviceState
  commands: Command[]
  preview: object
  points: ProductPoint[]
  send: (body: Record<string, unknown>) => object | Promise<object>
}
let served: Served
let sent: Record<string, unknown>[]

const POINTS: ProductPoint[] = [{ key: 'inletPressure', kind: 'number', unit: 'MPa', decimals: 3 }]
const PREVIEW = { code: 'CLOSE', danger: 'CONFIRM', refused: null, repeats: [], reportedTime: null }

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  // The time of the rows, however long the machine takes.
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  useSession.setState({ roles: ['command:send', 'command:list'] })
  sent = []
  served = {
    device: madeDevice(),
    state: madeState(),
    commands: [],
    preview: PREVIEW,
    points: POINTS,
    send: () => ({ code: 0, message: 'ok', data: { commandId: '9', status: 'ACKNOWLEDGED' } }),
  }
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    const name = url.split('?')[0]!.split('/').slice(-2).join('/')
    const ok = (data: unknown) => ({ code: 0, message: 'ok', data })
    const answers: Record<string, () => unknown> = {
      'device/get': () => ok(served.device),
      'device/latest': () => ok(served.state),
      'product/points': () => ok([{ productId: '7', points: served.points }]),
      'device/history': () => ok({ bucket: 'RAW', reportIntervalS: 300, series: {} }),
      'command/page': () => ok({ list: served.commands, total: served.commands.length, page: 1, limit: 50 }),
      'command/preview': () => ok(served.preview),
      'command/get': () => ({ code: 404, message: '没有', data: null }),
      'command/send': () => {
        const body = JSON.parse(init?.body ?? '{}') as Record<string, unknown>
        sent.push(body)
        return served.send(body)
      },
    }
    return new Response(JSON.stringify(await answers[name]?.()))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  forgetCommands()
  forgetToasts()
  clearSession()
  useControlLoading.setState({ running: {} })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function shown(): Promise<HTMLElement> {
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ValvePanel deviceId="12" />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return screen.findByRole('region', { name: '阀门控制：东干渠-12#阀' })
}

const tell = (more: Partial<Command>) => act(() => keepCommands([madeCommand(more)], NOW))
const looks = () => [...document.querySelectorAll('[data-step]')].map((step) => step.getAttribute('data-look'))
const texts = () => useToasts.getState().toasts.map(({ kind, text }) => [kind, text])

describe('the contents of the panel', () => {
  test('units and decimals are those of the product’s points, and there are none without a point', async () => {
    const { ts } = served.state.values['opening']!
    const values = {
      ...served.state.values,
      batteryV: { v: 3.6, ts, q: 'GOOD' as const },
      flow: { v: 7, ts, q: 'GOOD' as const },
    }
    served.state = { ...served.state, values }
    served.points = [
      { key: 'inletPressure', kind: 'number', unit: 'bar', decimals: 1 },
      { key: 'batteryV', kind: 'number', unit: 'mV', decimals: 2 },
    ]
    const panel = await shown()
    expect(await within(panel).findByRole('img', { name: /阀前 0.4 bar.*瞬时 7$/ })).toBeTruthy()
    expect(within(panel).getByText('3.60').textContent).toBe('3.60mV')
  })

  test('at rest only the reported number, the drawing in words, and STOP before everything else', async () => {
    const panel = await shown()
    expect(screen.getByTestId('panel-reported').textContent).toContain('42%')
    expect(screen.queryByTestId('panel-target')).toBeNull()
    expect(await within(panel).findByRole('img', { name: /^反馈 42 %，阀前 0.412 MPa/ })).toBeTruthy()
    expect(document.querySelector('.command-box')).toBeNull()
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByTestId('control-STOP'))
    expect(screen.getByTestId('report-age').textContent).toMatch(/^\d s$/)
  })

  test('pending: the reported number stays, the target is separate behind it, the box is dashed', async () => {
    await shown()
    tell({ status: 'SENT' })
    expect(screen.getByTestId('panel-reported').textContent).toContain('42%')
    expect(screen.getByTestId('panel-target').textContent).toContain('65%')
    expect(document.querySelector('.box-pending')?.textContent).toMatch(/已用 \d\d s · 预计还需 14 s/)
    expect(looks()).toEqual(['done', 'done', 'current', 'coming', 'coming'])
  })

  test('executing and confirmed: steps fill as events arrive; the box disappears three seconds after the proof', async () => {
    await shown()
    tell({ status: 'EXECUTING', ackTime: ago(16), motionTime: ago(14) })
    expect(looks()).toEqual(['done', 'done', 'done', 'moving', 'coming'])
    vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    tell({ status: 'EXECUTED', ackTime: ago(16), motionTime: ago(14), doneTime: ago(0) })
    expect(document.querySelector('.box-confirmed')).not.toBeNull()
    expect(screen.queryByTestId('panel-target')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(document.querySelector('.command-box')).toBeNull()
  })

  test('unconfirmed: what may be true and what to do; STOP stays, below it read or send again', async () => {
    served.state = madeState({ lastSeenTime: ago(720) }, {})
    for (const reading of Object.values(served.state.values)) reading.ts = ago(720)
    served.commands = [madeCommand({ status: 'TIMEOUT', resultCode: 'NO_ACK', attempts: 3, doneTime: ago(1) })]
    const panel = await shown()
    await within(panel).findByText('设备未应答，阀门可能已动作。请先读取。')
    expect(document.querySelector('.box-unconfirmed')?.textContent).toContain('已试 3 次')
    expect(within(panel).getAllByText('立即读取')).toHaveLength(2)
    expect(screen.getByTestId('control-again').textContent).toBe('重发 65 %')
    expect(screen.queryByTestId('control-CLOSE')).toBeNull()
    expect(screen.getByTestId<HTMLButtonElement>('control-STOP').disabled).toBe(false)
    await userEvent.click(within(panel).getByText('其他操作'))
    expect(screen.getByTestId('control-CLOSE')).toBeTruthy()
  })

  test('failed: says why, and is not drawn as an open question', async () => {
    served.commands = [madeCommand({ status: 'FAILED', resultCode: 'NAK', resultMsg: 'E12', doneTime: ago(1) })]
    await shown()
    expect((await screen.findByText(/设备拒绝执行。/)).textContent).toContain('E12')
    expect(looks()).toEqual(['done', 'done', 'failed', 'coming', 'coming'])
  })

  test('SA-4 (4 of 4) stale: the number says when it was last proven, the water is gone', async () => {
    served.state = madeState({ status: 'OFFLINE', offlineCause: 'SELF' })
    const panel = await shown()
    expect(panel.textContent).toContain('最后证实 42 %，')
    expect(document.querySelector('.streams')).toBeNull()
    expect(within(panel).getByRole('img', { name: /^最后 42 %/ })).toBeTruthy()
  })

  test('a device without commands, or one that can only be read, shows no panel', async () => {
    for (const commands of [[], [{ code: 'READ' }]]) {
      served.device = madeDevice(commands)
      const { container } = render(
        <MemoryRouter>
          <QueryClientProvider client={queryClient}>
            <ValvePanel deviceId="12" />
          </QueryClientProvider>
        </MemoryRouter>,
      )
      await waitFor(() => expect(container.textContent).toBe(''))
      cleanup()
      queryClient.clear()
    }
  })

  test('without permission to send there are no buttons', async () => {
    useSession.setState({ roles: ['command:list'] })
    await shown()
    expect(screen.queryByTestId('control-STOP')).toBeNull()
  })
})

describe('why not', () => {
  test.each([
    [madeState({ status: 'OFFLINE', offlineCause: 'MASTER' }), 'control-OPEN', '主机离线', true],
    [madeState({ status: 'OFFLINE', offlineCause: 'SELF' }), 'control-STOP', '设备离线', true],
    [madeState({}, { mode: 'LOCAL' }), 'control-CLOSE', '就地模式', true],
    [madeState({}, { mode: 'LOCAL' }), 'control-STOP', '就地模式', false],
    [madeState({}, { lock: true }), 'control-OPEN', '已锁定', true],
    [madeState({ faults: [{ code: 'P02', level: 3 }] }), 'control-OPEN', '电量过低，仅可关阀', true],
    [madeState({ faults: [{ code: 'P02', level: 3 }] }), 'control-CLOSE', '电量过低，仅可关阀', false],
  ])('%#: said under the row', async (state, testId, reason, disabled) => {
    served.state = state
    await shown()
    expect(screen.getByTestId<HTMLButtonElement>(testId).disabled).toBe(disabled)
    expect(document.querySelector('.control-why')?.textContent).toBe(reason)
  })
})

describe('sending', () => {
  async function confirm(): Promise<void> {
    await userEvent.click(screen.getByTestId('control-CLOSE'))
    const button = await screen.findByTestId<HTMLButtonElement>('confirm-send')
    await waitFor(() => expect(button.disabled).toBe(false))
    await userEvent.click(button)
  }

  test('is confirmed first: device, from, to, the other valves; the focus is on 取消', async () => {
    served.preview = {
      ...PREVIEW,
      repeats: [{ channel: 2, deviceId: '13', name: '东干渠-13#阀', state: 'OPEN' }],
      reportedTime: ago(60),
    }
    await shown()
    await userEvent.click(screen.getByTestId('control-CLOSE'))
    const asked = await screen.findByTestId('confirm-command')
    await within(asked).findByText('东干渠-13#阀')
    expect(asked.textContent).toContain('东干渠-12#阀42 % → 0 %约 25 s 关完')
    expect(document.activeElement?.textContent).toBe('取消')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByTestId('confirm-command')).toBeNull()
    expect(sent).toEqual([])
  })

  test('SA-4 (1 of 4), ER-6 (part) code 0 is shown as sent and waiting, without the sign of what is confirmed; the valve is drawn as reported', async () => {
    await shown()
    await confirm()
    await waitFor(() => expect(texts()).toEqual([['sent', '下发成功，等待确认']]))
    expect(sent).toMatchObject([{ deviceId: '12', code: 'CLOSE', params: {} }])
    expect(screen.getByTestId('panel-reported').textContent).toContain('42%')
  })

  test('SA-4 (2 of 4), ER-4 (part), ER-5, AM-12, ER-6 (2 of 3), AM-11 10500 is a warning with its text, the row stays 待确认', async () => {
    served.send = () => ({ code: 10500, message: 'x', data: { commandId: '9', status: 'SENT' } })
    await shown()
    tell({ id: '9', code: 'CLOSE', params: {}, target: { opening: 0 } })
    await confirm()
    await waitFor(() => expect(texts()).toEqual([['warning', '下发超时，请稍后重试']]))
    expect(screen.getByTestId('panel-reported').textContent).toContain('42%')
    expect(document.querySelector('.box-pending')).not.toBeNull()
  })

  test('SA-4 (3 of 4), ER-9 (4 of 4), ER-11 (part) a refusal is shown once and enables the buttons', async () => {
    served.send = () => ({ code: 409, message: '设备离线，指令未发出', data: { error: 'device-offline' } })
    await shown()
    await confirm()
    await waitFor(() => expect(texts()).toEqual([['error', '设备离线，指令未发出']]))
    expect(useControlLoading.getState().running).toEqual({})
  })

  test('ER-17 (2 of 2) a click after a lost answer reuses the key', async () => {
    let answers = 0
    served.send = () => {
      if (answers++ === 0) throw new TypeError('gone')
      return { code: 0, message: 'ok', data: { commandId: '9', status: 'SENT' } }
    }
    await shown()
    await confirm()
    await waitFor(() => expect(texts()[0]?.[0]).toBe('error'))
    await confirm()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]!['idempotencyKey']).toBe(sent[1]!['idempotencyKey'])
  })

  test('ER-18 (3 of 3) while a command is under way the buttons are busy and say so; STOP is not', async () => {
    let answer: (value: object) => void = () => {}
    served.send = () => new Promise<object>((resolve) => (answer = resolve))
    await shown()
    await confirm()
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('control-OPEN').disabled).toBe(true))
    expect(document.querySelector('.control-why')?.textContent).toBe('指令下发中')
    expect(screen.getByTestId('control-CLOSE').getAttribute('aria-busy')).toBe('true')
    expect(screen.getByTestId<HTMLButtonElement>('control-STOP').disabled).toBe(false)
    await act(async () => answer({ code: 0, message: 'ok', data: { commandId: '9', status: 'SENT' } }))
    await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>('control-OPEN').disabled).toBe(false))
  })

  test('nothing is sent while the slider is dragged; its button asks first', async () => {
    await shown()
    await userEvent.click(screen.getByTestId('control-SET_OPENING'))
    const slider = screen.getByRole('slider', { name: '目标开度' })
    for (const value of ['50', '60', '65']) fireEvent.change(slider, { target: { value } })
    expect(sent).toEqual([])
    await userEvent.click(screen.getByTestId('opening-send'))
    const send = await screen.findByTestId<HTMLButtonElement>('confirm-send')
    expect(send.textContent).toBe('确认开到 65 %')
    await waitFor(() => expect(send.disabled).toBe(false))
    await userEvent.click(send)
    await waitFor(() => expect(sent).toMatchObject([{ code: 'SET_OPENING', params: { opening: 65 } }]))
  })

  test('the value that stands is not offered; while another command is open it may be asked back', async () => {
    await shown()
    await userEvent.click(screen.getByTestId('control-SET_OPENING'))
    const button = () => screen.getByTestId<HTMLButtonElement>('opening-send')
    expect([button().disabled, button().textContent]).toEqual([true, '开度已是 42 %'])
    fireEvent.change(screen.getByRole('slider', { name: '目标开度' }), { target: { value: '43' } })
    expect([button().disabled, button().textContent]).toEqual([false, '设为 43 %…'])
    fireEvent.change(screen.getByRole('slider', { name: '目标开度' }), { target: { value: '42' } })
    expect(button().disabled).toBe(true)
    tell({ status: 'SENT' })
    expect([button().disabled, button().textContent]).toEqual([false, '设为 42 %…'])
  })

  test('Shift+S stops at once, R reads; a letter typed into a field does neither', async () => {
    await shown()
    const answered = () => waitFor(() => expect(useControlLoading.getState().running).toEqual({}))
    fireEvent.keyDown(document.body, { key: 'S', shiftKey: true })
    await waitFor(() => expect(sent).toMatchObject([{ code: 'STOP' }]))
    await answered()
    fireEvent.keyDown(document.body, { key: 'r' })
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({ code: 'READ' })
    await answered()
    await userEvent.click(screen.getByTestId('control-SET_OPENING'))
    fireEvent.keyDown(screen.getByRole('textbox', { name: '目标开度' }), { key: 'R' })
    expect(sent).toHaveLength(2)
  })
})
