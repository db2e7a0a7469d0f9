import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, parseSettings } from './layout-settings.ts'

test('LS-7, AM-18 (2 of 2) defaults without a stored value', () => {
  const { theme, ...others } = parseSettings(null)
  expect(theme.toLowerCase()).toBe('#409eff')
  expect(others).toEqual({ sideTheme: 'theme-dark', tagsView: true, fixedHeader: false, sidebarLogo: true })
  expect(parseSettings(null)).toEqual(DEFAULT_SETTINGS)
})

test.each(['{', 'null', '7', '[]', '{"theme":"red","sideTheme":"pink","tagsView":"yes"}'])(
  'LS-4 (1 of 3) %s is harmless',
  (stored) => {
    expect(parseSettings(stored)).toEqual(DEFAULT_SETTINGS)
  },
)

test('LS-4 (2 of 3) known keys are read, unknown ones dropped', () => {
  const stored = JSON.stringify({ theme: '#6959CD', sideTheme: 'theme-night', tagsView: false, evil: 1 })
  expect(parseSettings(stored)).toEqual({
    ...DEFAULT_SETTINGS,
    theme: '#6959CD',
    sideTheme: 'theme-night',
    tagsView: false,
  })
})
