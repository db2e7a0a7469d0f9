import { getInfo } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { wakeLive } from '../../lib/live/live.ts'
import { followVersion } from './new-version.ts'

/** The screen the wall is drawn for; a larger one shows the same, larger. */
const DRAWN_FOR = { width: 1920, height: 1080 }
const TICK_MS = 60_000
const VERSION_TICKS = 5
const KEYS_SHOWN_MS = 4_000

const scaleNow = () => Math.max(1, Math.min(innerWidth / DRAWN_FOR.width, innerHeight / DRAWN_FOR.height))

/** How many times larger than drawn everything is shown; never smaller, so that no word gets lost. */
export function useScale(): number {
  const [scale, setScale] = useState(scaleNow)
  useEffect(() => {
    const measure = () => setScale(scaleNow())
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return scale
}

/** Esc leaves, F fills the screen. A wall that the map opened closes; another one becomes the map. */
export function useWallKeys(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') {
        if (window.opener) window.close()
        else void navigate('/dashboard')
      }
      if (event.key.toLowerCase() !== 'f') return
      const root = document.documentElement
      const asked = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.()
      asked?.catch(() => {})
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [navigate])
}

/** Whether somebody sits in front of it: the mouse moved a moment ago. */
export function useSomebody(): boolean {
  const [here, setHere] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const come = () => {
      setHere(true)
      clearTimeout(timer)
      timer = setTimeout(() => setHere(false), KEYS_SHOWN_MS)
    }
    window.addEventListener('pointermove', come)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', come)
    }
  }, [])
  return here
}

/**
 * Nobody looks after a wall. Every minute, and whenever the machine wakes, it holds on to its line, comes back when
 * somebody signed in again in this browser, and now and then asks whether there is a newer console.
 */
export function useUpkeep(sessionOver: boolean): void {
  useEffect(() => {
    let ticks = 0
    const tick = () => {
      if (document.hidden) return
      wakeLive()
      // Out of reach is told elsewhere; the next minute tries again.
      if (sessionOver)
        call(getInfo, {}, { silent: true }).then(
          () => location.reload(),
          () => {},
        )
      if (++ticks % VERSION_TICKS === 0) followVersion().catch(() => {})
    }
    const timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
    window.addEventListener('online', tick)
    if (sessionOver) tick()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
      window.removeEventListener('online', tick)
    }
  }, [sessionOver])
}
