import { type CommandMap, DEFAULT_COMMAND_MAP } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../../../lib/api/query.ts'
import { useSession } from '../../../../lib/access/session.ts'
import { startTexts } from '../../../../lib/text/text.ts'
import { CommandMapForm } from './command-map-form.tsx'
import { CommandMapList, type MappedProduct } from './command-map-list.tsx'

const VALVE: MappedProduct = {
  id: '7',
  version: 3,
  name: 'MQTT 阀门',
  protocol: 'TB_MQTT',
  traits: ['COMMAND_MAP'],
  nodeKind: 'DIRECT',
  deviceCount: 12,
  commands: ['OPEN', 'CLOSE', 'STOP', 'SET_OPENING', 'READ'].map((code) => ({ code })),
  commandMap: null,
}

const OWN: CommandMap = {
  fullScale: 1,
  commands: {
    ...DEFAULT_COMMAND_MAP.commands,
    STOP: null,
    SET_OPENING: { method: 'move', params: '{"to":{{opening}}}' },
  },
}

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  useSession.setState({ roles: [] })
})

function openForm(product: MappedProduct) {
  const sent: unknown[] = []
  const fetched = vi.fn<(url: string, request: RequestInit) => Promise<Response>>((_url, { body }) => {
    sent.push(JSON.parse(String(body)))
    return Promise.resolve(Response.json({ code: 0, message: 'ok', data: true }))
  })
  vi.stubGlobal('fetch', fetched)
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <CommandMapForm product={product} onClose={onClose} />
    </QueryClientProvider>,
  )
  // A query by role would examine every part of every field, each time.
  const part = (name: string) => within(screen.getByText(name, { selector: 'legend' }).closest('fieldset')!)
  const type = (name: string, label: RegExp, value: string) => {
    const input = part(name).getByLabelText(label)
    fireEvent.change(input, { target: { value } })
    fireEvent.blur(input)
    return input
  }
  return { sent, onClose, part, type, press: (text: string) => fireEvent.click(screen.getByText(text)) }
}

test('a product shows the exact payload of each command, and the commands it does not support', () => {
  render(<CommandMapList product={{ ...VALVE, commandMap: OWN }} onEdit={() => undefined} />)
  const [open, , stop, set] = screen.getAllByRole('listitem')
  expect(open!.textContent).toBe('全开OPENsetValve{"method":"setValve","params":{"opening":1}}')
  expect(stop!.textContent).toContain('固件不支持')
  expect(set!.textContent).toContain('{"method":"move","params":{"to":0.4}}')
  expect(screen.getByText(/自定义映射 · 全开 = 1/)).toBeTruthy()
})

test('only users who may change it are offered to', () => {
  const { rerender } = render(<CommandMapList product={VALVE} onEdit={() => undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
  useSession.setState({ roles: ['product:edit'] })
  rerender(<CommandMapList product={VALVE} onEdit={() => undefined} />)
  expect(screen.getByRole('button', { name: '修改' })).toBeTruthy()
})

test('the shown payload follows the typed values', () => {
  const { part, type, press } = openForm(VALVE)
  expect(screen.getByText(/12 台设备/)).toBeTruthy()
  type('设定开度', /方法/, 'move')
  type('设定开度', /参数/, '{"to":"{{opening}}"}')
  expect(part('设定开度').getByText('{"method":"move","params":{"to":"40"}}')).toBeTruthy()
  press('1000')
  expect(part('设定开度').getByText('{"method":"move","params":{"to":"400"}}')).toBeTruthy()
  type('设定开度', /参数/, '{"to"')
  expect(part('设定开度').queryByText(/"method"/)).toBeNull()
})

test('a map that cannot be sent is reported and not saved', async () => {
  const { sent, onClose, part, type, press } = openForm(VALVE)
  const params = type('停止', /参数/, '{stop')
  expect(await part('停止').findByText('不是有效的 JSON')).toBeTruthy()
  press('确定')
  await waitFor(() => expect(document.activeElement).toBe(params))
  expect(sent).toEqual([])
  type('停止', /参数/, 'null')
  press('确定')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const commands = { ...DEFAULT_COMMAND_MAP.commands, STOP: { method: 'stopValve', params: 'null' } }
  expect(sent).toEqual([{ id: '7', version: 3, commandMap: { fullScale: 100, commands } }])
})

test('a command is switched off, and has its name again when switched on', async () => {
  const { sent, onClose, part, press } = openForm(VALVE)
  const toggle = () => fireEvent.click(part('读取').getByLabelText('固件支持读取'))
  toggle()
  expect(part('读取').getByText(/固件不支持/)).toBeTruthy()
  expect(part('读取').queryByLabelText(/方法/)).toBeNull()
  toggle()
  expect(part('读取').getByDisplayValue('getTelemetry')).toBeTruthy()
  toggle()
  press('确定')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const commands = { ...DEFAULT_COMMAND_MAP.commands, READ: null }
  expect(sent).toEqual([{ id: '7', version: 3, commandMap: { fullScale: 100, commands } }])
})

test('a map that equals the default is stored as null', async () => {
  const { sent, onClose, press } = openForm({ ...VALVE, commandMap: OWN })
  press('恢复默认')
  expect(screen.getByText('{"method":"stopValve","params":{}}')).toBeTruthy()
  press('确定')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ id: '7', version: 3, commandMap: null }])
})

test('a sensor has only the reading command', () => {
  openForm({ ...VALVE, commands: [{ code: 'READ' }] })
  expect(screen.getAllByRole('switch')).toHaveLength(1)
})
