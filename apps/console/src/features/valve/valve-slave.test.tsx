import { listPreferenceKey, valveSlaveResource } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetDeviceStates } from '../../domain/state/device-state-store.ts'
import { type StandInChannel, standInChannels } from '../../lib/live/channel.fixture.ts'
import { closeLive, openLive } from '../../lib/live/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import type { ValveRow } from './valve-rows.ts'
import { ValveSlaveScreen } from './valve-slave.screen.tsx'

const COUNT = 3
const valves = Array.from({ length: COUNT }, (_, at) => ({
  id: String(at + 1),
  version: 0,
  name: `${at + 1}#阀`,
  deviceNo: `V-${at + 1}`,
  status: 'ONLINE',
  channel: null,
  commands: [{ code: 'STOP' }],
}))
const stateOf = (deviceId: string, opening: number, level?: number) => ({
  deviceId,
  deptId: '1',
  status: 'ONLINE',
  offlineCause: null,
  lastSeenTime: new Date().toISOString(),
  values: { opening: { v: opening, ts: new Date().toISOString(), q: 'GOOD' } },
  faults: level ? [{ code: 'S01', level }] : [],
})

let asked: { path: string; query: Record<string, string>; body: Record<string, unknown> }[] = []
let kept: Record<string, unknown> = {}
let channels: StandInChannel[]
const tell = (event: object) => channels.at(-1)!.tell(event)
let ordered: string[] = []
/** How many rows a search finds; a page has three of them. */
let total = COUNT
/** Valves whose links were drawn. */
let drawnRows: string[] = []

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  kept = {}
  ordered = []
  total = COUNT
  useSession.setState({ phase: 'ready', token: 't', roles: ['device:list', 'device:export', 'command:send'] })
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    asked.push({ path: pathname, query: Object.fromEntries(searchParams), body })
    return Promise.resolve(Response.json({ code: 0, message: '', data: answer(pathname, searchParams, body) }))
  })
  channels = standInChannels()
  openLive()
})
afterEach(() => {
  cleanup()
  closeLive()
  forgetDeviceStates()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function answer(path: string, query: URLSearchParams, body: Record<string, unknown>): unknown {
  if (path.endsWith('/preference/get')) return kept[query.get('key')!] ?? null
  if (path.endsWith('/preference/save')) {
    kept[String(body['key'])] = body['value']
    return true
  }
  if (path.endsWith('/valve/v1/slave/page')) {
    const page = Number(query.get('page'))
    const further = valves.map((valve) => ({ ...valve, id: `${page}${valve.id}`, name: `${page}-${valve.name}` }))
    return { list: page > 1 ? further : valves, total, page, limit: 20 }
  }
  if (path.endsWith('/states')) return valves.map(({ id }) => stateOf(id, 10))
  if (path.endsWith('/export')) return { jobId: '1' }
  return []
}

const COMMANDS = {
  because: (_code: string, row: ValveRow) => {
    drawnRows.push(row.id)
    return null
  },
  request: (code: string, row: ValveRow) => ordered.push(`${code} ${row.id}`),
}

function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}

function open(search = '') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/valve/slave${search}`]}>
        <ValveSlaveScreen
          panel={(id) => <p>面板 {id}</p>}
          batch={(chosen) => (
            <p>批量：{chosen.map(({ id, state }) => `${id}@${state?.values['opening']?.v}`).join()}</p>
          )}
          commands={COMMANDS}
        />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const rowOf = (id: string) => document.querySelector<HTMLElement>(`tbody tr[data-row-key="${id}"]`)!
const headings = () =>
  [...document.querySelectorAll<HTMLElement>('thead [data-column]')].map((one) => one.dataset['column'])
const drawn = () => waitFor(() => expect(rowOf('1').textContent).toContain('10 %'))
const KEY = listPreferenceKey(valveSlaveResource.name)

test('a report redraws the row of its valve, with its edge, and no other', async () => {
  open()
  await drawn()
  drawnRows = []
  tell({ type: 'device', state: stateOf('1', 77, 3) })
  await waitFor(() => expect(rowOf('1').textContent).toContain('77 %'))
  expect(rowOf('1').querySelector('.edge-l3')).not.toBeNull()
  expect(new Set(drawnRows)).toEqual(new Set(['1']))
})

test('the panel of a valve opens and closes without drawing a row again', async () => {
  const user = open()
  await drawn()
  drawnRows = []
  await user.click(within(rowOf('1')).getByRole('button', { name: '控制' }))
  await screen.findByText('面板 1')
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByText('面板 1')).toBeNull())
  expect(drawnRows).toEqual([])
})

test('columns, their order and width, and the row density are stored for the user', async () => {
  kept = { [KEY]: { columns: ['opening', 'name', 'rssi'], widths: { name: 260 }, density: 'COMPACT' } }
  const user = open()
  await drawn()
  await waitFor(() => expect(headings()).toEqual(['opening', 'name', 'rssi']))
  expect(document.querySelector('.list-page')!.classList).toContain('density-compact')
  await user.click(screen.getByLabelText('列与视图'))
  const panel = await screen.findByTestId('column-panel')
  await user.click(within(panel).getByRole('checkbox', { name: '瞬时' }))
  await waitFor(() => expect(kept[KEY]).toMatchObject({ columns: ['opening', 'name', 'rssi', 'flow'] }))
  expect(headings()).toEqual(['opening', 'name', 'rssi', 'flow'])
})

test('the server sorts, and the address keeps the order', async () => {
  const user = open()
  await drawn()
  await user.click(document.querySelector('thead [data-column="flow"]')!)
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('?sort=flow&order=asc'))
  const pages = () => asked.filter(({ path, query }) => path.endsWith('/slave/page') && query['sort'])
  await waitFor(() => expect(pages().at(-1)?.query).toMatchObject({ sort: 'flow', order: 'asc' }))
})

test('an export sends the whole search with the shown columns', async () => {
  kept = { [KEY]: { columns: ['name', 'opening', 'inletPressure'] } }
  const user = open('?mode=REMOTE&openingFrom=40&sort=opening&order=desc')
  await drawn()
  await user.click(screen.getByTestId('export-button'))
  await user.click(screen.getByRole('menuitem', { name: '导出全部结果（XLSX）' }))
  const sent = await waitFor(() => asked.find(({ path }) => path === '/valve/v1/slave/export')!.body)
  expect(sent).toMatchObject({ format: 'xlsx', mode: 'REMOTE', openingFrom: '40', sort: 'opening', order: 'desc' })
  expect(sent['columns']).toEqual(expect.arrayContaining(['name', 'opening', 'inletPressure']))
  expect(sent['words']).toMatchObject({ title: '阀门', labels: { inletPressure: '阀前' } })
})

test('a batch gets the current state of the selected rows; keys of a row send commands', async () => {
  const user = open()
  await drawn()
  await user.click(screen.getByRole('checkbox', { name: '选择2#阀' }))
  expect(screen.getByText('批量：2@10')).toBeTruthy()
  tell({ type: 'device', state: stateOf('2', 55) })
  expect(await screen.findByText('批量：2@55')).toBeTruthy()
  rowOf('3').focus()
  await user.keyboard('{Shift>}S{/Shift}r')
  expect(ordered).toEqual(['STOP 3', 'READ 3'])
  await user.keyboard('{Enter}')
  expect(await screen.findByText('面板 3')).toBeTruthy()
})

test('the panel goes to the next and the previous valve of the list, also over the edge of its page', async () => {
  total = 23
  open('?faulty=true')
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const row = (await screen.findByText('3#阀')).closest('tr')!
  await user.click(within(row).getByRole('button', { name: '控制' }))
  const panel = async (words: string) => expect(await screen.findByText(words)).toBeTruthy()
  const step = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  await panel('面板 3')
  expect(screen.getByRole('dialog').textContent).toContain('3 / 23')
  await user.click(step('下一项'))
  await panel('面板 21')
  expect(new URLSearchParams(screen.getByTestId('address').textContent!).get('page')).toBe('2')
  // The filter of the list stays.
  expect(asked.findLast(({ query }) => query['page'] === '2')?.query).toMatchObject({ faulty: 'true' })
  await user.keyboard('j')
  await panel('面板 22')
  await user.keyboard('k')
  await panel('面板 21')
  await user.keyboard('k')
  await panel('面板 3')
  await user.keyboard('kk')
  await panel('面板 1')
  expect(step('上一项').disabled).toBe(true)
  await user.keyboard('k{Control>}j{/Control}')
  await panel('面板 1')
})
