import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import { CommandForm } from './command-form.tsx'

const plain = { params: {}, danger: 'NONE', absolute: true, target: null, repeatsOthers: false }
const LAMP = {
  id: '12',
  version: 0,
  deviceNo: 'L-1',
  name: '路灯1',
  protocol: 'SL651',
  traits: ['RAW_FRAME'],
  commands: [
    {
      ...plain,
      code: 'DIM',
      name: ['调光', 'Dim'],
      params: {
        level: { kind: 'integer', label: ['亮度', 'Brightness'], required: true, min: 0, max: 100, unit: '%' },
      },
    },
    {
      ...plain,
      code: 'MODE',
      name: ['模式', 'Mode'],
      params: {
        mode: { kind: 'enum', enumName: 'x', values: ['A', 'B'], words: { A: ['自动', 'Automatic'] }, required: true },
        night: { kind: 'boolean', label: ['夜间', 'At night'], required: true },
      },
    },
  ],
}

const SENSOR = {
  ...LAMP,
  id: '13',
  deviceNo: 'S-1',
  name: '传感器1',
  deptId: '5',
  protocol: 'MESSAGES',
  traits: ['RAW_MESSAGE'],
}
const SLAVE = { ...SENSOR, id: '14', deviceNo: 'S-2', name: '从机1', traits: [] }
const TEMPLATES = {
  list: [
    {
      id: '1',
      name: '校时',
      protocol: 'MESSAGES',
      hexPattern: hexOfText('v1/devices/me/rpc/request/+\0{"method":"sync"}'),
      crcMode: 'NONE',
    },
  ],
  total: 1,
  page: 1,
  limit: 100,
}
const DEVICES = [LAMP, SENSOR, SLAVE]
const KEY = 'ABCDE-FGHJK-MNPQR-STVWX-YZ012-34567'

function hexOfText(text: string) {
  return Buffer.from(text).toString('hex').toUpperCase()
}

let sent: Record<string, unknown>[]
let saved: Record<string, unknown>[]
let keysAsked: string[]

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  saved = []
  keysAsked = []
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string; headers?: Record<string, string> }) => {
    if (url.includes('operatorKey/commands')) {
      const key = init?.headers?.['x-operator-key'] ?? ''
      keysAsked.push(key)
      if (key !== KEY) return Response.json({ code: 403, message: '密钥无效', data: null }, { status: 403 })
      return Response.json({ code: 0, message: '', data: { commands: [LAMP.commands[0]] } })
    }
    if (url.includes('commandTemplate/insert')) saved.push(JSON.parse(init?.body ?? '{}') as Record<string, unknown>)
    if (url.includes('commandTemplate/page')) return Response.json({ code: 0, message: '', data: TEMPLATES })
    if (url.includes('command/send')) sent.push(JSON.parse(init?.body ?? '{}') as Record<string, unknown>)
    const page = { list: DEVICES, total: 3, page: 1, limit: 20 }
    const one = DEVICES.find(({ id }) => id === new URL(url, 'http://here').searchParams.get('id'))
    const data = url.includes('device/get') ? one : url.includes('device/page') ? page : null
    const answer = url.includes('command/send') ? { commandId: '9', status: 'ACKNOWLEDGED' } : data
    return Response.json({ code: 0, message: '', data: answer })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearSession()
  vi.unstubAllGlobals()
})

const draw = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <CommandForm />
      </QueryClientProvider>
    </MemoryRouter>,
  )

async function choose(label: string, option: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }))
}

const send = () => screen.getByTestId('cmd-send')

test('a command of the product has its name and a field for each parameter, and cannot be sent without them', async () => {
  useSession.setState({ phase: 'ready', token: 't', roles: ['netty:cmd:send', 'device:list'] })
  draw()
  await choose('设备', '路灯1')
  await choose('指令', '调光')
  expect(send()).toHaveProperty('disabled', true)
  expect(screen.getByText('请填写指令参数')).toBeTruthy()
  await userEvent.type(screen.getByRole('spinbutton', { name: /亮度/ }), '40')
  await userEvent.click(send())
  await waitFor(() => expect(sent).toMatchObject([{ deviceNo: 'L-1', code: 'DIM', params: { level: 40 } }]))
  // Another command begins without what was typed for this one; an untouched switch is sent as it is drawn, off.
  await choose('指令', '模式')
  expect(screen.queryByLabelText(/亮度/)).toBeNull()
  expect(send()).toHaveProperty('disabled', true)
  await choose('mode', '自动')
  await userEvent.click(send())
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ code: 'MODE', params: { mode: 'A', night: false } }))
  expect(sent.at(-1)!['params']).toEqual({ mode: 'A', night: false })
})

test('with a one-time key the opening of a valve is asked for', async () => {
  useSession.setState({ phase: 'ready', token: null, roles: [] })
  draw()
  await userEvent.type(screen.getByTestId('operator-key'), 'KEY')
  await userEvent.type(screen.getByPlaceholderText('设备编号'), 'V-1')
  await choose('指令', '设定开度')
  expect(send()).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByRole('spinbutton', { name: /开度/ }), '65')
  await userEvent.click(send())
  await waitFor(() => expect(sent).toMatchObject([{ deviceNo: 'V-1', params: { opening: 65 } }]))
})

test('domain 13 to a device of messages a topic and a payload are sent, judged while they are typed', async () => {
  const roles = ['netty:cmd:send', 'device:list', 'commandTemplate:list', 'commandTemplate:add']
  useSession.setState({ phase: 'ready', token: 't', roles })
  draw()
  await choose('设备', '传感器1')
  await userEvent.click(screen.getByRole('button', { name: '手工报文' }))
  const payload = await screen.findByLabelText('内容（JSON）')
  fireEvent.change(payload, { target: { value: '{"method":' } })
  expect(screen.getByText('还不是完整的 JSON')).toBeTruthy()
  expect(screen.getByText('请填写完整的报文')).toBeTruthy()
  fireEvent.change(payload, { target: { value: '{"a":{value}}' } })
  await userEvent.type(screen.getByLabelText('值'), '5')
  expect(screen.getByText('请求须有 method')).toBeTruthy()
  await choose('主题', '共享属性')
  expect(screen.getByText(/JSON 正确，7 字节/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('模板名称'), '属性')
  await userEvent.click(screen.getByRole('button', { name: '存为模板' }))
  const kept = hexOfText('v1/devices/me/attributes\0{"a":{value}}')
  await waitFor(() =>
    expect(saved).toMatchObject([
      { name: '属性', deptId: '5', protocol: 'MESSAGES', hexPattern: kept, crcMode: 'NONE' },
    ]),
  )
  await userEvent.type(screen.getByLabelText('原因'), '调试')
  await userEvent.click(send())
  const hex = hexOfText('v1/devices/me/attributes\0{"a":5}')
  await waitFor(() => expect(sent).toMatchObject([{ deviceNo: 'S-1', code: 'RAW', params: { hex }, reason: '调试' }]))
  // A template brings topic and payload back.
  await choose('填入模板', '校时')
  expect(screen.getByLabelText('内容（JSON）')).toHaveProperty('value', '{"method":"sync"}')
  expect(screen.getByText('v1/devices/me/rpc/request/+', { selector: '.mono' })).toBeTruthy()
})

test('a device that takes nothing typed says so, and a frame shows every checksum while it is typed', async () => {
  useSession.setState({ phase: 'ready', token: 't', roles: ['netty:cmd:send', 'device:list'] })
  draw()
  await choose('设备', '从机1')
  await userEvent.click(screen.getByRole('button', { name: '手工报文' }))
  expect(await screen.findByText(/不接受手工报文/)).toBeTruthy()
  expect(send()).toHaveProperty('disabled', true)
  await choose('设备', '路灯1')
  fireEvent.change(await screen.findByLabelText('字节'), { target: { value: '01 03' } })
  const sums = screen.getByRole('radiogroup', { name: '末尾校验' })
  expect(sums.textContent).toContain('04')
  expect(screen.getByText('将发出 2 字节')).toBeTruthy()
})

test('with a whole one-time key the commands that it names are offered, by the names of their product', async () => {
  useSession.setState({ phase: 'ready', token: null, roles: [] })
  draw()
  const key = screen.getByTestId('operator-key')
  await userEvent.type(key, KEY.slice(0, 10))
  fireEvent.change(key, { target: { value: 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ' } })
  expect(await screen.findByText('密钥无效')).toBeTruthy()
  fireEvent.change(key, { target: { value: KEY } })
  await waitFor(() => expect(keysAsked).toEqual(['ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ', KEY]))
  await userEvent.type(screen.getByPlaceholderText('设备编号'), 'L-1')
  await waitFor(() => expect(screen.queryByText('密钥无效')).toBeNull())
  await choose('指令', '调光')
  expect(screen.queryByText('全开')).toBeNull()
  await userEvent.type(screen.getByRole('spinbutton', { name: /亮度/ }), '40')
  await userEvent.click(send())
  await waitFor(() => expect(sent).toMatchObject([{ deviceNo: 'L-1', code: 'DIM', params: { level: 40 } }]))
})
