import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { queryClient } from '../../lib/api/query.ts'
import { startTexts } from '../../lib/text/text.ts'
import CalibrationScreen from './calibration.screen.tsx'
import SensorScreen from './sensor.screen.tsx'

const sensor = (id: string, more: object) => ({
  id,
  version: 0,
  deviceId: `d${id}`,
  deviceIdName: `gauge ${id}`,
  deviceNo: `G-${id}`,
  deviceTypeCode: 'SENSOR',
  metric: 'outletPressure',
  words: null,
  value: 0.42,
  rawValue: 0.42,
  unit: 'MPa',
  decimals: 3,
  sensorState: 'NEVER',
  calibratedOn: null,
  dueDate: null,
  certificateNo: null,
  gain: null,
  shift: null,
  status: 'ONLINE',
  lastSeenTime: new Date().toISOString(),
  ...more,
})
const ROWS = [
  sensor('1', {}),
  sensor('2', { value: 0.44, rawValue: 0.43, sensorState: 'OVERDUE', gain: 1, shift: 0.01, dueDate: '2024-02-28' }),
  sensor('3', { value: null, rawValue: null, metric: 'slurry', words: ['泥位', 'Slurry'] }),
]
const RECORD = {
  id: '9',
  version: 0,
  deviceId: 'd1',
  deviceName: 'gauge 1',
  metric: 'level',
  words: null,
  way: 'END',
  inForce: false,
  gain: 1,
  shift: 0,
  createTime: new Date().toISOString(),
}
let sent: { path: string; body: unknown }[] = []

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  sent = []
  const roles = ['sensor:list', 'sensorCalibration:list', 'sensorCalibration:add', 'sensorCalibration:revoke']
  useSession.setState({ phase: 'ready', token: 't', roles })
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const { pathname: path } = new URL(url, 'http://here')
    if (method === 'POST') sent.push({ path, body: JSON.parse(String(body)) })
    const rows = path.includes('sensorCalibration') ? [RECORD] : ROWS
    const list = { list: rows, total: rows.length, page: 1, limit: 20 }
    const data = method === 'POST' ? { id: '7' } : path.endsWith('/page') ? list : []
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const show = (what: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>{what}</QueryClientProvider>
    </MemoryRouter>,
  )
const enter = (drawer: HTMLElement, label: RegExp, value: string) => {
  const field = within(drawer).getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
const row = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('tr')!

test('a sensor says what it measures, raw and corrected, and how its calibration stands', async () => {
  show(<SensorScreen />)
  const late = await row('gauge 2')
  expect(within(late).getByText('0.440')).toBeTruthy()
  expect(within(late).getByText('0.430')).toBeTruthy()
  expect(within(late).getByText('已过期')).toBeTruthy()
  expect(within(await row('gauge 1')).getByText('未校准')).toBeTruthy()
  // A metric of the product's own by the name its product gives it.
  expect(within(await row('gauge 3')).getByText('泥位')).toBeTruthy()
})

test('two points are previewed as a line and as what they make of the last value, before they are saved', async () => {
  show(<SensorScreen />)
  await userEvent.click(within(await row('gauge 1')).getByRole('button', { name: '校准' }))
  const drawer = await screen.findByRole('dialog')
  expect(within(drawer).getByText(/填写校准点后/)).toBeTruthy()
  enter(drawer, /第一点原始值/, '0.1')
  enter(drawer, /第一点标准值/, '0.11')
  enter(drawer, /第二点原始值/, '0.5')
  enter(drawer, /第二点标准值/, '-0.5')
  expect(await within(drawer).findByText(/斜率为负/)).toBeTruthy()
  enter(drawer, /第二点标准值/, '0.53')
  // 1.05 · 0.42 + 0.005
  expect(await within(drawer).findByText('0.446 MPa')).toBeTruthy()
  expect(within(drawer).getByText('1.05000 × 原始值 + 0.00500')).toBeTruthy()
  expect(within(drawer).getByRole('img', { name: /修正直线/ })).toBeTruthy()
  expect(sent).toEqual([])
  enter(drawer, /证书编号/, 'JZ-7')
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        path: '/device/v1/sensorCalibration/insert',
        body: { deviceId: 'd1', metric: 'outletPressure', way: 'TWO_POINT', secondRef: 0.53, certificateNo: 'JZ-7' },
      },
    ]),
  )
}, 30_000)

test('one point needs neither a second one nor a certificate', async () => {
  show(<SensorScreen />)
  await userEvent.click(within(await row('gauge 2')).getByRole('button', { name: '校准' }))
  const drawer = await screen.findByRole('dialog')
  await userEvent.click(within(drawer).getByText('单点修正'))
  await waitFor(() => expect(within(drawer).queryByLabelText(/第二点原始值/)).toBeNull())
  enter(drawer, /第一点原始值/, '0.43')
  enter(drawer, /第一点标准值/, '0.4')
  expect(await within(drawer).findByText('0.400 MPa')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(sent).toMatchObject([{ body: { deviceId: 'd2', way: 'SHIFT', firstRaw: 0.43 } }]))
  expect(sent[0]!.body).not.toHaveProperty('secondRaw')
}, 30_000)

test('the record is read only: nothing is added there, and a line that ends a calibration has no figures', async () => {
  show(<CalibrationScreen />)
  const end = await row('gauge 1')
  expect(within(end).getAllByText('撤销').length).toBeGreaterThan(0)
  expect(within(end).queryByText('1.00000')).toBeNull()
  expect(screen.queryByRole('button', { name: '新增' })).toBeNull()
})
