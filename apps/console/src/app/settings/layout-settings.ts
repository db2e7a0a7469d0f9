import { create } from 'zustand'
import { DEFAULT_THEME, isColour } from '../theme/colour.ts'
import { SIDE_THEMES, type SideTheme } from '../theme/ramps.ts'

/** LS-4: exactly these five, under this key. */
export interface LayoutSettings {
  theme: string
  sideTheme: SideTheme
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
}

const STORAGE_KEY = 'layout-setting'

export const DEFAULT_SETTINGS: LayoutSettings = {
  theme: DEFAULT_THEME,
  sideTheme: 'theme-dark',
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: true,
}

/** Unknown keys are ignored, wrong types and broken JSON fall back to the defaults (LS-4). */
export function parseSettings(stored: string | null): LayoutSettings {
  let body: unknown
  try {
    body = JSON.parse(stored ?? '{}')
  } catch {
    return DEFAULT_SETTINGS
  }
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const flag = (name: 'tagsView' | 'fixedHeader' | 'sidebarLogo') =>
    typeof given[name] === 'boolean' ? given[name] : DEFAULT_SETTINGS[name]
  return {
    theme: isColour(given['theme']) ? given['theme'] : DEFAULT_SETTINGS.theme,
    sideTheme: SIDE_THEMES.find((side) => side === given['sideTheme']) ?? DEFAULT_SETTINGS.sideTheme,
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
  }
}

export const useSettings = create<LayoutSettings>()(() => parseSettings(localStorage.getItem(STORAGE_KEY)))

export function storeSettings(): void {
  const { theme, sideTheme, tagsView, fixedHeader, sidebarLogo } = useSettings.getState()
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ theme, sideTheme, tagsView, fixedHeader, sidebarLogo }))
}

export function clearStoredSettings(): void {
  localStorage.removeItem(STORAGE_KEY)
}
