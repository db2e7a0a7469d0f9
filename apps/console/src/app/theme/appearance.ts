import { create } from 'zustand'
import { readCookie, writeCookie } from '../../lib/access/cookie.ts'
import { APPEARANCES, type Appearance } from './ramps.ts'

export const CHOICES = ['auto', ...APPEARANCES] as const
export type AppearanceChoice = (typeof CHOICES)[number]

export const SIZES = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof SIZES)[number]

const APPEARANCE_KEY = 'appearance'
const SIZE_COOKIE = 'uiSize'
const darkSystem = window.matchMedia('(prefers-color-scheme: dark)')
const stillSystem = window.matchMedia('(prefers-reduced-motion: reduce)')

interface Look {
  choice: AppearanceChoice
  /** What a page wears whatever the person chose; null almost everywhere. */
  forced: Appearance | null
  systemDark: boolean
  /** The user's system asks for reduced motion. */
  still: boolean
  size: Size
}

export const useLook = create<Look>()(() => ({
  choice: CHOICES.find((choice) => choice === localStorage.getItem(APPEARANCE_KEY)) ?? 'light',
  forced: null,
  systemDark: darkSystem.matches,
  still: stillSystem.matches,
  // SZ-2: an unknown value counts as medium.
  size: SIZES.find((size) => size === readCookie(SIZE_COOKIE)) ?? 'medium',
}))

darkSystem.addEventListener('change', (event) => useLook.setState({ systemDark: event.matches }))
stillSystem.addEventListener('change', (event) => useLook.setState({ still: event.matches }))

export function appearanceOf(look: Look): Appearance {
  if (look.forced) return look.forced
  if (look.choice !== 'auto') return look.choice
  return look.systemDark ? 'dark' : 'light'
}

export function chooseAppearance(choice: AppearanceChoice): void {
  useLook.setState({ choice })
}

/** Until the returned function is called. */
export function forceAppearance(forced: Appearance): () => void {
  useLook.setState({ forced })
  return () => useLook.setState({ forced: null })
}

export function storeAppearance(): void {
  localStorage.setItem(APPEARANCE_KEY, useLook.getState().choice)
}

export function clearStoredAppearance(): void {
  localStorage.removeItem(APPEARANCE_KEY)
}

export function chooseSize(size: Size): void {
  writeCookie(SIZE_COOKIE, size)
  useLook.setState({ size })
}
