import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { forgetToasts, useToasts } from '../../lib/page/toast.ts'
import { PRESETS } from '../theme/colour.ts'
import { DEFAULT_SETTINGS, useSettings } from './layout-settings.ts'
import SettingsPanel from './settings-panel.tsx'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  useSettings.setState(DEFAULT_SETTINGS)
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  forgetToasts()
  vi.useRealTimers()
})

const leave = () => fireEvent.click(screen.getByRole('link', { name: 'elsewhere', hidden: true }))

function open() {
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <Link to="/device/index">elsewhere</Link>
      <SettingsPanel open onClose={() => {}} />
    </MemoryRouter>,
  )
  return within(screen.getByTestId('settings-panel'))
}

const button = (name: 'save' | 'reset') => screen.getByTestId<HTMLButtonElement>(`settings-${name}`)
const stored = () => JSON.parse(localStorage.getItem('layout-setting') ?? 'null') as Record<string, unknown> | null
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const SAVING = '正在保存到本地，请稍候...'
const RESETTING = '正在清除设置缓存并刷新，请稍候...'

test('LS-1 (1 of 2), LS-2 three side themes, a colour with presets, three switches, save and reset, by their labels', () => {
  const panel = open()
  const radios = (name: string) =>
    within(panel.getByRole('radiogroup', { name })).getAllByRole<HTMLInputElement>('radio')
  expect(radios('主题风格设置').map((radio) => radio.labels?.[0]?.textContent)).toEqual(['深色', '浅色', '夜间'])
  expect(radios('主题颜色').map((radio) => radio.getAttribute('aria-label'))).toEqual([...PRESETS])
  expect(panel.getByLabelText('选择颜色').getAttribute('type')).toBe('color')
  expect(panel.getByRole('heading', { name: '系统布局配置' })).toBeTruthy()
  expect(panel.getAllByRole('switch').map((one) => one.closest('label')?.textContent)).toEqual([
    '开启标签栏',
    '固定头部',
    '显示 Logo',
  ])
  expect([button('save').textContent, button('reset').textContent]).toEqual(['保存配置', '重置配置'])
})

test('LS-3 (part) a change applies at once and is not stored', () => {
  const panel = open()
  fireEvent.click(panel.getAllByRole('switch')[0]!)
  fireEvent.click(panel.getByLabelText('#FF8C00'))
  fireEvent.click(panel.getByLabelText('浅色', { selector: '[name=sideTheme]' }))
  expect(useSettings.getState()).toMatchObject({ tagsView: false, theme: '#FF8C00', sideTheme: 'theme-light' })
  expect(stored()).toBeNull()
})

test.each(['#409eff', '#409EFF', '#F5222D'])('LS-5 (2 of 2), AM-15 %s is its preset in whatever case', (theme) => {
  useSettings.setState({ theme })
  const panel = open()
  const chosen = within(panel.getByRole('radiogroup', { name: '主题颜色' }))
    .getAllByRole<HTMLInputElement>('radio')
    .filter((radio) => radio.checked)
  expect(chosen.map((radio) => radio.getAttribute('aria-label')?.toLowerCase())).toEqual([theme.toLowerCase()])
})

describe('saving', () => {
  test('LS-4 (3 of 3) exactly five keys are stored, LS-8, AM-2 at once, with a busy text for a second and then a word', async () => {
    const panel = open()
    fireEvent.click(panel.getByLabelText('#6959CD'))
    fireEvent.click(button('save'))
    expect(stored()).toEqual({
      theme: '#6959CD',
      sideTheme: 'theme-dark',
      tagsView: true,
      fixedHeader: false,
      sidebarLogo: true,
    })
    expect(panel.getByText(SAVING)).toBeTruthy()
    await wait(950)
    expect(panel.getByText(SAVING)).toBeTruthy()
    expect(useToasts.getState().toasts).toEqual([])
    await wait(100)
    expect(panel.queryByText(SAVING)).toBeNull()
    expect(useToasts.getState().toasts).toMatchObject([{ kind: 'success', text: '保存成功' }])
  })

  test('LS-10 (1 of 2) the buttons wait too, and leaving takes nothing back', async () => {
    open()
    fireEvent.click(button('save'))
    expect([button('save').disabled, button('reset').disabled]).toEqual([true, true])
    await wait(500)
    leave()
    await wait(600)
    expect(stored()).not.toBeNull()
    expect(useToasts.getState().toasts).toMatchObject([{ text: '保存成功' }])
    expect(button('save').disabled).toBe(false)
  })
})

test('LS-10 (2 of 2) leaving the page while a reset waits keeps the settings', async () => {
  localStorage.setItem('layout-setting', JSON.stringify(DEFAULT_SETTINGS))
  const panel = open()
  fireEvent.click(button('reset'))
  expect(panel.getByText(RESETTING)).toBeTruthy()
  expect([button('save').disabled, button('reset').disabled]).toEqual([true, true])
  await wait(500)
  leave()
  expect(panel.queryByText(RESETTING)).toBeNull()
  await wait(2000)
  expect(stored()).toEqual(DEFAULT_SETTINGS)
})

test.each(['red', '#12345', '#12345g', '', 'rgb(1,2,3)'])(
  'LS-13 (1 of 2) %j is no colour: the one before stays',
  (typed) => {
    const panel = open()
    fireEvent.click(panel.getByLabelText('#13c2c2'))
    const field = panel.getByLabelText<HTMLInputElement>('颜色值 #rrggbb')
    fireEvent.change(field, { target: { value: typed } })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    fireEvent.blur(field)
    expect([useSettings.getState().theme, field.value]).toEqual(['#13c2c2', '#13c2c2'])
  },
)

test('LS-13 (2 of 2) six digits after the hash are taken', () => {
  const panel = open()
  fireEvent.change(panel.getByLabelText('颜色值 #rrggbb'), { target: { value: '#0a7B40' } })
  expect(useSettings.getState().theme).toBe('#0a7B40')
})

test('LS-14 (part) the settings belong to the browser: they outlive the person who made them', async () => {
  const panel = open()
  fireEvent.click(panel.getByLabelText('#f5222d'))
  fireEvent.click(button('save'))
  await wait(1000)
  clearSession()
  expect(useSettings.getState().theme).toBe('#f5222d')
  expect(stored()).toMatchObject({ theme: '#f5222d' })
})
