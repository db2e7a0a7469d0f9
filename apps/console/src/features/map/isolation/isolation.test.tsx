import type { IsolationRun } from '@sluice/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetCommands } from '../../../domain/command/commands.ts'
import { forgetDeviceStates } from '../../../domain/state/device-state-store.ts'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { useToasts } from '../../../lib/page/toast.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { IsolationPanel } from '../geography/isolation-panel.tsx'
import { forgetMapState, useMap } from '../map-state.ts'
import { T, stateOf, unable, planned, PLAN, commandOf, NOT_BACK, valve, runOf } from './isolation.fixture.ts'

interface Asked {
  path: string
  input: Record<string, unknown>
}

let client: QueryClient
let posted: Asked[]
let fetched: string[]
let answers: Record<string, unknown>

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  posted = []
  fetched = []
  useSession.setState({ phase: 'ready', roles: ['geo:list', 'command:list', 'command:send'] })
  answers = {
    'isolation/plan': PLAN,
    'isolation/open': [],
    'device/states': [stateOf('1', 18), stateOf('2', 65), stateOf('3', 0)],
    'isolation/stop': { sent: 1, refused: [] },
  }
  vi.stubGlobal('fetch', (url: string, init: { method?: string; body?: string } = {}) => {
    const { pathname, search } = new URL(url, 'http://here')
    const path = pathname.split('/').slice(-2).join('/')
    if (init.method === 'POST') posted.push({ path, input: JSON.parse(init.body ?? '{}') as Asked['input'] })
    else fetched.push(path + search)
    return Promise.resolve(Response.json({ code: 0, message: '', data: answers[path] }))
  })
})
afterEach(() => {
  cleanup()
  clearSession()
  forgetMapState()
  forgetCommands()
  forgetDeviceStates()
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
})

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

function open(address = '/dashboard') {
  if (address === '/dashboard') act(() => useMap.setState({ burst: { edgeId: '5', place: [116.42, 37] } }))
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <IsolationPanel progress={({ status }) => <i>{status}</i>} onShow={() => {}} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

async function openRun(run: IsolationRun) {
  answers['isolation/get'] = run
  open('/dashboard?isolation=40')
  await screen.findByTestId('isolation-run')
}

const rows = () => screen.getAllByTestId('isolation-valve').map((row) => row.textContent)
const button = (id: string) => screen.getByTestId<HTMLButtonElement>(id)
const count = () => screen.getByTestId('isolation-count').textContent

describe('the plan', () => {
  test('numbers the valves, names what one stands in for with the reason, and says which is closed', async () => {
    open()
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(rows()[0]).toMatch(/^1东干渠-11#阀代替 东干渠-12#阀18%⇢ 0.*终端失联（最后上报 .*），改关 东干渠-11#阀$/)
    expect(rows()[1]).toMatch(/^2南支渠-1#阀QH-265%⇢ 0/)
    expect(rows()[2]).toMatch(/^3东干渠-13#阀QH-30%已关/)
    expect(button('isolation-close').textContent).toBe('关闭这 2 台')
    expect(button('isolation-stop').disabled).toBe(true)
  })

  test('one confirm for all: the focus is on 取消, the verb repeats the count, and only then it is sent', async () => {
    answers['isolation/begin'] = answers['isolation/get'] = runOf([valve(0, 'RUNNING'), valve(1, 'RUNNING')])
    open()
    await userEvent.click(await screen.findByTestId('isolation-close'))
    const dialog = screen.getByRole('dialog')
    expect(document.activeElement?.textContent).toBe('取消')
    expect(dialog.textContent).toContain('18 % → 0 %')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((line) => line.textContent)[2],
    ).toBe('东干渠-13#阀已关')
    expect(posted).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: '确认关闭 2 台' }))
    expect(posted).toMatchObject([
      { path: 'isolation/begin', input: { edgeId: '5', lng: 116.42, lat: 37, deviceIds: ['1', '2', '3'] } },
    ])
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('?isolation=40'))
    await screen.findByTestId('isolation-run')
  })

  test('what was confirmed is what was seen: a plan that changes meanwhile changes nothing', async () => {
    answers['isolation/begin'] = answers['isolation/get'] = runOf([valve(0, 'RUNNING')])
    open()
    await userEvent.click(await screen.findByTestId('isolation-close'))
    answers['isolation/plan'] = { ...PLAN, valves: [planned(1, 65)] }
    await act(() => client.refetchQueries())
    await waitFor(() => expect(rows()).toHaveLength(1))
    await userEvent.click(button('isolation-send'))
    expect(posted[0]?.input['deviceIds']).toEqual(['1', '2', '3'])
  })

  test('asked again after a lost answer the key is the same', async () => {
    const lost = globalThis.fetch
    let failed = false
    vi.stubGlobal('fetch', (url: string, init: { method?: string; body?: string } = {}) => {
      if (init.method !== 'POST' || failed) return lost(url, init as RequestInit)
      failed = true
      posted.push({ path: 'lost', input: JSON.parse(init.body ?? '{}') as Asked['input'] })
      return Promise.reject(new TypeError('gone'))
    })
    answers['isolation/begin'] = answers['isolation/get'] = runOf([valve(0, 'RUNNING')])
    open()
    await userEvent.click(await screen.findByTestId('isolation-close'))
    await userEvent.click(button('isolation-send'))
    await waitFor(() => expect(button('isolation-send').disabled).toBe(false))
    await userEvent.click(button('isolation-send'))
    await waitFor(() => expect(posted).toHaveLength(2))
    expect(posted[1]?.input['idempotencyKey']).toBe(posted[0]?.input['idempotencyKey'])
  })

  test('换一台 passes a valve over, and takes it back', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: '不用 南支渠-1#阀，换一台' }))
    await waitFor(() => expect(fetched.some((one) => one.includes('without=2'))).toBe(true))
    act(() => useMap.setState({ burst: { edgeId: '5', place: null, without: ['9'] } }))
    await userEvent.click(await screen.findByRole('button', { name: '仍用这台' }))
    expect(useMap.getState().burst?.without).toEqual([])
  })

  test('more than twenty valves need a typed reason', async () => {
    const many = Array.from({ length: 21 }, (_, at) => planned(at, 40))
    answers['isolation/plan'] = { ...PLAN, valves: many }
    answers['isolation/begin'] = answers['isolation/get'] = runOf([valve(0, 'RUNNING')])
    open()
    await userEvent.click(await screen.findByTestId('isolation-close'))
    expect(button('isolation-send').disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('操作原因'), '爆管')
    await userEvent.click(button('isolation-send'))
    expect(posted[0]?.input['reason']).toBe('爆管')
  })

  test('without any valve that can be closed it says so, with the places to close by hand', async () => {
    const byHand = [unable('东干渠-12#阀', 'LOCAL'), { ...unable('南支渠-1#阀', 'STALLED'), deviceId: '8' }]
    answers['isolation/plan'] = { ...PLAN, valves: [], byHand }
    open()
    const hand = await screen.findByTestId('isolation-by-hand')
    expect(hand.textContent).toContain('无法远程隔离，需就地关闭')
    expect(
      within(hand)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['东干渠-12#阀QH-9就地模式', '南支渠-1#阀QH-9卡堵'])
    expect(screen.queryByTestId('isolation-close')).toBeNull()
  })

  test('who may not send sees the plan and cannot close', async () => {
    useSession.setState({ roles: ['geo:list', 'command:list'] })
    open()
    expect((await screen.findByTestId<HTMLButtonElement>('isolation-close')).disabled).toBe(true)
    expect(button('isolation-close').title).toBe('没有下发指令的权限')
  })
})

describe('the isolation of the address', () => {
  test('counts proofs, not answers, and STOP goes to the server at once', async () => {
    await openRun(runOf([valve(0, 'RUNNING'), valve(1, 'RUNNING'), valve(2, 'CLOSED_BEFORE')]))
    expect(count()).toBe('1 / 3 已证实')
    expect(screen.getAllByTestId('isolation-stage').map((row) => row.textContent)).toEqual([
      'EXECUTING',
      'EXECUTING',
      '已关',
    ])
    expect(screen.getByText(/关阀进行中，剩 2 台，约/)).toBeTruthy()
    await userEvent.click(button('isolation-stop'))
    expect(posted).toMatchObject([{ path: 'isolation/stop', input: { id: '40' } }])
    await waitFor(() => expect(useToasts.getState().toasts[0]?.text).toBe('已对 1 台下发停止，等待确认'))
  })

  test('one over time is told at once, with reading first, once more, and the next valve by its name', async () => {
    answers['isolation/plan'] = { ...PLAN, valves: [planned(0, 18), planned(3, 40, { name: '南支渠-2#阀' })] }
    answers['isolation/resend'] = answers['isolation/replace'] = {}
    await openRun(runOf([valve(0, 'PROVEN'), valve(1, 'OVER'), valve(2, 'CLOSED_BEFORE')]))
    expect(screen.getByRole('alert').textContent).toBe('南支渠-1#阀 未证实，可能已动作2 / 3 已证实，水未止住')
    const steps = screen.getByTestId('isolation-steps')
    await within(steps).findByRole('button', { name: '改关 南支渠-2#阀' })
    expect(
      within(steps)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['立即读取', '重发', '改关 南支渠-2#阀'])
    expect(fetched.some((one) => one.includes('isolation/plan') && one.includes('without=2'))).toBe(true)
    await userEvent.click(within(steps).getByRole('button', { name: '立即读取' }))
    await userEvent.click(within(steps).getByRole('button', { name: '重发' }))
    await userEvent.click(within(steps).getByRole('button', { name: '改关 南支渠-2#阀' }))
    expect(posted).toMatchObject([
      { path: 'command/send', input: { deviceId: '2', code: 'READ' } },
      { path: 'isolation/resend', input: { id: '40', deviceId: '2' } },
      { path: 'isolation/replace', input: { id: '40', deviceId: '2', nextIds: ['4'] } },
    ])
  })

  test('a bar is solid for what was reported, dashed while it is to be closed, and has a tick where it was', async () => {
    await openRun(runOf([valve(0, 'RUNNING'), valve(2, 'PROVEN')]))
    await waitFor(() => expect(document.querySelector<HTMLElement>('.isolation-fill')?.style.width).toBe('18%'))
    const [moving, shut] = [...document.querySelectorAll('.isolation-bar')]
    expect(moving?.querySelector<HTMLElement>('.isolation-asked')?.style.width).toBe('18%')
    expect(moving?.querySelector<HTMLElement>('.isolation-tick')?.style.left).toBe('18%')
    expect(shut?.querySelector('.isolation-asked')).toBeNull()
  })

  test('the undo list can be used once all are proven; it leaves out and names what somebody moved', async () => {
    const moved = valve(1, 'MOVED')
    answers['isolation/restore'] = {}
    await openRun(runOf([valve(0, 'PROVEN'), moved, valve(2, 'PROVEN')]))
    const lines = screen.getAllByTestId('isolation-undo')
    expect(lines.map((line) => line.textContent)).toEqual([
      '3东干渠-13#阀0 %回到 30 %',
      '2南支渠-1#阀65 %已被他人动过',
      '1东干渠-11#阀18 %回到 18 %',
    ])
    await userEvent.click(button('isolation-restore'))
    expect(document.activeElement?.textContent).toBe('取消')
    expect(screen.getByRole('dialog').textContent).toContain('南支渠-1#阀 已被他人动过，不恢复。')
    await userEvent.click(screen.getByRole('button', { name: '确认恢复 2 台' }))
    expect(posted).toMatchObject([{ path: 'isolation/restore', input: { id: '40' } }])
  })

  test('before every proof, and for valves out of sight, nothing can be put back', async () => {
    await openRun(runOf([valve(0, 'PROVEN'), valve(1, 'RUNNING')]))
    expect(button('isolation-restore').disabled).toBe(true)
    cleanup()
    await openRun(runOf([valve(0, 'PROVEN')], { valveCount: 2 }))
    expect(count()).toBe('1 / 2 已证实')
    expect(button('isolation-restore').disabled).toBe(true)
  })

  test('a step back without proof halts the rest, by name, and can be gone on with', async () => {
    const halted = valve(1, 'MOVED', { restore: { turn: 1, ...NOT_BACK, command: commandOf('2', 'TIMEOUT', 'SET') } })
    const restore = { operatorName: '李文渠', time: T, doneTime: null }
    await openRun(runOf([valve(0, 'PROVEN'), halted], { restore }))
    expect(screen.getByRole('alert').textContent).toBe('南支渠-1#阀 未证实，恢复已停在这一台')
    expect(button('isolation-restore').disabled).toBe(false)
    expect(button('isolation-restore').textContent).toBe('继续恢复…')
  })

  test('the sheet for the crew has every valve with its number, place and opening, and nothing invented', async () => {
    const printed = vi.spyOn(window, 'print').mockImplementation(() => {})
    await openRun(runOf([valve(0, 'PROVEN'), valve(1, 'OVER')], { byHand: [unable('东干渠-12#阀', 'LOCAL')] }))
    const lines = within(screen.getByTestId('crew-sheet')).getAllByRole('row', { hidden: true })
    expect(lines.slice(1).map((line) => line.textContent)).toEqual([
      '1东干渠-11#阀 QH-1116.400000, 37.00000018 %18 %□',
      '2南支渠-1#阀 QH-2116.400000, 37.00000065 %65 %□',
      '就地关闭东干渠-12#阀 就地模式QH-9116.450000, 37.000000——□',
    ])
    await userEvent.click(button('isolation-print'))
    expect(printed).toHaveBeenCalledOnce()
  })

  test('one that is in place is found again without its address', async () => {
    answers['isolation/open'] = [{ id: '40', edgeName: '东干渠', operatorName: '李文渠', createTime: T, valveCount: 3 }]
    answers['isolation/get'] = runOf([valve(0, 'PROVEN')])
    open('/elsewhere')
    await userEvent.click(await screen.findByTestId('isolation-open'))
    await screen.findByTestId('isolation-run')
    expect(screen.getByTestId('address').textContent).toBe('?isolation=40')
  })
})
