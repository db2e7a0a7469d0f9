import type { InspectedFrame } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../lib/access/session.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { startTexts } from '../../../lib/text/text.ts'
import FrameScreen from './frame.screen.tsx'

const HEX = '7E7E39230004'
const part = (from: number, to: number, kind: 'frame' | 'mark' | 'value') => ({ from, to, kind })
const FRAME: InspectedFrame = {
  protocol: 'SL651',
  hex: HEX,
  direction: 'UP',
  func: '32',
  fault: null,
  partialAt: null,
  fields: [
    { ...part(0, 2, 'frame'), group: 'head', name: 'startMark', value: '7E7E', parts: [part(0, 2, 'frame')] },
    {
      ...part(2, 6, 'value'),
      group: 'values',
      name: 'element',
      id: '39',
      value: '42.31',
      unit: 'm',
      clause: '39H N(7,3)',
      parts: [
        { ...part(2, 3, 'mark'), role: 'guide' },
        { ...part(3, 4, 'mark'), role: 'definition' },
        { ...part(4, 6, 'value'), role: 'value' },
      ],
    },
  ],
  message: null,
  station: { deviceId: '7', deviceName: '北山水库' },
  points: [
    {
      deviceId: '7',
      deviceName: '北山水库',
      key: 'level',
      ts: '2026-08-03T01:00:00Z',
      value: 42.31,
      before: 42.29,
      fault: null,
      fate: 'NEW',
    },
  ],
  rules: [{ rule: 'RANGE', outcome: 'PASSED', because: 'within', facts: { n: 1 } }],
  faults: [{ deviceId: '7', deviceName: '北山水库', code: 'P01', level: 2, change: 'RAISED', since: null }],
  calmConditions: 3,
}

let asked: { path: string; body: Record<string, unknown> }[] = []
let answer: InspectedFrame = FRAME

configure({ asyncUtilTimeout: 8000 })
beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  asked = []
  answer = FRAME
  window.history.replaceState(null, '', '/netty/frame')
  useSession.setState({ phase: 'ready', token: 't', roles: ['frame:inspect'] })
  vi.stubGlobal('fetch', (url: string, init?: { body?: string }) => {
    const { pathname: path } = new URL(url, 'http://here')
    const body = JSON.parse(init?.body ?? '{}') as Record<string, unknown>
    asked.push({ path, body })
    const cut = (body['streams'] as string[] | undefined)?.map((hex, stream) => {
      return { protocol: 'SL651', hex, stream, fault: null, direction: 'UP', func: '32', station: null }
    })
    const data = path.endsWith('/cut')
      ? { frames: cut, left: 0 }
      : path.endsWith('/protocols')
        ? [{ protocol: 'SL651', by: 'ADDRESS' }]
        : answer
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function draw(at = '/netty/frame') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <FrameScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const paste = (text: string) => {
  const field = screen.getByLabelText('粘贴报文（十六进制，可多行），回车解析')
  fireEvent.paste(field, { clipboardData: { getData: () => text } })
}

test('a pasted frame is taken apart as a dry run, and stands behind the number sign of the address', async () => {
  draw()
  paste('7E 7E 39 23 00 04')
  expect(await screen.findByRole('region', { name: '将存入' })).toBeTruthy()
  expect(screen.getByRole('region', { name: '将触发' }).textContent).toContain('1 个值在量程内')
  expect(screen.getByRole('region', { name: '将变化' }).textContent).toMatch(/电池欠压.*将发生/)
  expect(within(screen.getByRole('region', { name: '将存入' })).getByText('▲ 0.02')).toBeTruthy()
  expect(window.location.hash).toBe(`#SL651:${HEX}`)
  expect(window.location.search).toBe('')
})

test('the address of a colleague shows the same frame', async () => {
  window.history.replaceState(null, '', `/netty/frame#SL651:${HEX}`)
  draw()
  await screen.findByRole('region', { name: '将存入' })
  expect(asked.find(({ path }) => path.endsWith('/inspect'))?.body).toEqual({ hex: HEX, protocol: 'SL651' })
})

test('a byte pins its field with the arithmetic of its value, and arrows move on', async () => {
  draw()
  paste(HEX)
  await screen.findByRole('region', { name: '字节' })
  await userEvent.click(screen.getAllByRole('button', { name: '00', hidden: true })[0]!)
  const row = screen.getByRole('row', { selected: true })
  expect(row.textContent).toMatch(/水位.*42\.31.*m.*39H/)
  expect(screen.getByText(/4 字节 · 3 位小数/)).toBeTruthy()
  fireEvent.keyDown(document, { key: 'ArrowUp' })
  await waitFor(() => expect(screen.getByRole('row', { selected: true }).textContent).toContain('帧起始'))
})

test('several frames are a list, and brackets go from one to the next', async () => {
  draw()
  paste(`${HEX}\n7E7E00`)
  const list = await screen.findByRole('navigation', { name: '抓包中的帧' })
  expect(within(list).getAllByRole('button')).toHaveLength(2)
  await screen.findByRole('region', { name: '字节' })
  fireEvent.keyDown(document, { key: ']' })
  await waitFor(() => expect(window.location.hash).toBe('#SL651:7E7E00'))
})

test('a stored message says what was stored, and where reading stopped', async () => {
  answer = {
    ...FRAME,
    partialAt: 4,
    message: {
      id: '5',
      ts: '2026-08-03T01:00:00Z',
      result: 'PARTIAL',
      deviceId: '7',
      deviceName: '北山水库',
      earlier: '4',
      later: null,
    },
  }
  draw('/netty/frame?device=7&message=5')
  expect(await screen.findByText('自第 5 字节起无法解读')).toBeTruthy()
  expect(screen.getByRole('region', { name: '存入' })).toBeTruthy()
  expect(screen.getByRole('region', { name: '规则' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '上一帧（[）' }))
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/stored'))).toHaveLength(2))
})

test('a damaged frame says at which byte, and what the checksum had to be', async () => {
  answer = {
    ...FRAME,
    fault: { kind: 'checksum', at: 4 },
    fields: [{ ...FRAME.fields[0]!, expected: 'ABCD' }],
    points: [],
    faults: [],
    calmConditions: 0,
  }
  draw()
  paste(HEX)
  expect((await screen.findByText('第 5 字节有误，整帧未采用')).closest('p')?.textContent).toContain('校验不符')
  await userEvent.click(screen.getByRole('button', { name: /帧头/ }))
  expect(screen.getByText('应为 ABCD')).toBeTruthy()
  expect(screen.getByText('不会存入任何测点')).toBeTruthy()
})

test('text without bytes says so and asks nobody', async () => {
  draw()
  paste('hello')
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/cut'))).toEqual([]))
  expect(screen.getByText('粘贴一帧，或拖入抓包文件')).toBeTruthy()
})
