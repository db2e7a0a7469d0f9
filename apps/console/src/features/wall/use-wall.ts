import { getInfo } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { wakeLive } from '../../lib/live/live.ts'
import { followVersion } from './new-version.ts'

/** The screen that the wall is designed for, px; a larger one shows the same, larger. */
const DRAWN_FOR = { width: 1920, height: 1080 }
const TICK_MS = 60_000
const VERSION_TICKS = 5
const KEYS_SHOWN_MS = 4_000

const scaleNow = () => Math.max(1, Math.min(innerWidth / DRAWN_FOR.width, innerHeight / DRAWN_FOR.height))

/** The factor by which everything is enlarged; never below 1, so that text stays readable. */
export function useScale(): number {
  const [scale, setScale] = useState(scaleNow)
  useEffect(() => {
    const measure = () => setScale(scaleNow())
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return scale
}

/** Esc leaves, F enters fullscreen. A wall that the map opened is closed; another one opens the map. */
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

/** Whether a user is in front of it: the mouse moved a moment ago. */
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
 * Keeps an unattended wall running: every minute, and whenever the machine wakes, it checks its connection, returns
 * when a user signed in again in this browser, and from time to time looks for a newer console.
 */
export function useUpkeep(sessionOver: boolean): void {
  useEffect(() => {
    let ticks = 0
    const tick = () => {
      if (document.hidden) return
      wakeLive()
      // An unreachable server is shown elsewhere; the next minute tries again.
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
