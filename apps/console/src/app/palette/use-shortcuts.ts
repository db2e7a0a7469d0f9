import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keysAreTaken } from '../../lib/page/page-keys.ts'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import { useTabs } from '../tabs/tab-store.ts'
import { openKeys, openPalette } from './palette-state.ts'
import { GO_TO } from './screen-choices.ts'

/** The second key of a pair must follow within this time. */
const PAIR_MS = 1500

/** The tab beside the active one, in a circle; null when there is no other. */
export function tabBeside(paths: readonly string[], active: string, step: 1 | -1): string | null {
  const at = paths.indexOf(active)
  if (at < 0 || paths.length < 2) return null
  return paths[(at + step + paths.length) % paths.length]!
}

/**
 * docs/spec/look.md#8: Ctrl/Cmd+K everywhere; `?`, `g d` `g v` `g f`, `[` and `]` unless a field or overlay takes the
 * keys.
 */
export function useShortcuts(screens: readonly ScreenRoute[]): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const latest = useRef({ screens, pathname })
  useEffect(() => {
    latest.current = { screens, pathname }
  })
  useEffect(() => {
    let paired = Number.NEGATIVE_INFINITY
    const goBeside = (step: 1 | -1) => {
      const { tabs } = useTabs.getState()
      const paths = tabs.map((tab) => tab.path)
      const path = tabBeside(paths, latest.current.pathname, step)
      const tab = tabs.find((one) => one.path === path)
      if (tab) void navigate(tab.fullPath)
    }
    const act = (event: KeyboardEvent): boolean => {
      const isSecond = event.timeStamp - paired < PAIR_MS
      paired = event.key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (isSecond && Object.hasOwn(GO_TO, event.key)) {
        const screen = latest.current.screens.find((one) => one.screen === GO_TO[event.key])
        if (screen) void navigate(screen.path)
        return true
      }
      if (event.key === '?') openKeys()
      else if (event.key === '[') goBeside(-1)
      else if (event.key === ']') goBeside(1)
      else return false
      return true
    }
    const onKey = (event: KeyboardEvent) => {
      const letter = event.key.toLowerCase()
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letter === 'k') {
        // An open question must be answered first.
        if (!document.querySelector('dialog[open]')) openPalette()
        event.preventDefault()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.defaultPrevented || keysAreTaken(event)) return
      if (act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
}
