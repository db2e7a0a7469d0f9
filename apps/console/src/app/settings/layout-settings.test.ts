import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS, parseSettings } from './layout-settings.ts'

test('LS-7 defaults without a stored value', () => {
  expect(parseSettings(null)).toEqual(DEFAULT_SETTINGS)
})

test.each(['{', 'null', '7', '[]', '{"theme":"red","sideTheme":"pink","tagsView":"yes"}'])(
  'LS-4 %s is harmless',
  (stored) => {
    expect(parseSettings(stored)).toEqual(DEFAULT_SETTINGS)
  },
)

test('LS-4 known keys are read, unknown ones dropped', () => {
  const stored = JSON.stringify({ theme: '#6959CD', sideTheme: 'theme-night', tagsView: false, evil: 1 })
  expect(parseSettings(stored)).toEqual({
    ...DEFAULT_SETTINGS,
    theme: '#6959CD',
    sideTheme: 'theme-night',
    tagsView: false,
  })
})
