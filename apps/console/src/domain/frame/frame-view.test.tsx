// @vitest-environment jsdom
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { Decoded, FrameView } from './frame-view.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

test('words, element names and units stand beside codes', () => {
  const element = { id: '27', def: '4B', value: 1.5, raw: '00000001500', decimals: 3 }
  const { container } = render(
    <Decoded value={{ direction: 'up', func: '32', elements: [element] }} protocol="SL651" />,
  )
  expect(container.textContent).toContain('方向上行')
  const cells = [...container.querySelectorAll('td')].map((cell) => cell.textContent)
  expect(cells.slice(0, 4)).toEqual(['27', '瞬时流量', '1.5', 'm³/s'])
})

test('ids of parameters are not taken for elements', () => {
  const { container } = render(<Decoded value={{ func: '41', elements: [{ id: '20', def: '08' }] }} protocol="SL651" />)
  expect(container.textContent).not.toContain('降水')
})

test('switch states are drawn as one strip', () => {
  const { container } = render(<Decoded value={{ func: '4D', valves: [true, false] }} protocol="SL651" />)
  expect([...container.querySelectorAll('.decoded-strip li')].map((one) => one.textContent)).toEqual(['1 开', '2 关'])
})

test('a partly decoded frame names the first byte that could not be read, and marks it and all after it', () => {
  const hex = '000102030405060708090A0B'
  const decoded = { func: '34', elements: [{ id: '38', value: 12.5 }], partial: { at: 9 } }
  const { container, getByTestId } = render(<FrameView hex={hex} decoded={decoded} protocol="SL651" />)
  expect(getByTestId('frame-partial').textContent).toContain('第 9 字节起无法解析')
  expect([...container.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['09 0A 0B'])
  expect(container.querySelector('.hex-view')?.textContent).toBe('00 01 02 03 04 05 06 0708 09 0A 0B')
  expect(container.textContent).not.toContain('partial')
})

test('a fully decoded frame has no mark and no such line', () => {
  const { container, queryByTestId } = render(<FrameView hex="0001" decoded={{ func: '2F' }} protocol="SL651" />)
  expect(queryByTestId('frame-partial')).toBeNull()
  expect(container.querySelectorAll('mark')).toHaveLength(0)
})

const hexOf = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const published = (payload: string) => hexOf(`v1/devices/me/telemetry\0${payload}`)

test('a JSON message is read indented, with its topic, its kinds told apart, and its bytes folded away', () => {
  const { container, getByTestId } = render(
    <FrameView hex={published('{"opening":40,"on":true,"name":"阀"}')} decoded={null} protocol="TB_MQTT" />,
  )
  expect(getByTestId('json').textContent).toBe('{\n  "opening": 40,\n  "on": true,\n  "name": "阀"\n}')
  const kinds = [...container.querySelectorAll('pre span')].filter((one) => one.className !== 'json-mark')
  expect(kinds.map(({ className }) => className.slice(5))).toEqual(['key', 'number', 'key', 'word', 'key', 'text'])
  expect(container.querySelector('.frame-topic')?.textContent).toContain('v1/devices/me/telemetry')
  expect(container.querySelector<HTMLDetailsElement>('details')?.open).toBe(false)
})

test('a long one is folded, and copied whole', async () => {
  const values = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`value${n}`, n]))
  const copied = vi.fn<(text: string) => Promise<void>>(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } })
  const { getByTestId, getByRole } = render(
    <FrameView hex={published(JSON.stringify(values))} decoded={null} protocol="TB_MQTT" />,
  )
  const lines = () => getByTestId('json').textContent!.split('\n')
  expect(lines()).toHaveLength(24)
  fireEvent.click(getByRole('button', { name: '展开全部 42 行' }))
  expect(lines()).toHaveLength(42)
  fireEvent.click(getByRole('button', { name: '收起' }))
  expect(lines()).toHaveLength(24)
  fireEvent.click(getByRole('button', { name: /JSON/ }))
  await waitFor(() => expect(copied).toHaveBeenCalledWith(JSON.stringify(values, null, 2)))
  vi.unstubAllGlobals()
})

test('a text that is no JSON stays a text, and bytes stay bytes', () => {
  const { container, getByTestId, rerender } = render(
    <FrameView hex={published('{opening:40}')} decoded={null} protocol="TB_MQTT" />,
  )
  expect(getByTestId('frame-text').textContent).toBe('{opening:40}')
  rerender(<FrameView hex="7E7E01FF" decoded={null} protocol="SL651" />)
  expect(container.querySelector('.hex-view')?.textContent).toBe('7E 7E 01 FF')
  expect(container.querySelector('details')).toBeNull()
})
