import type { FaultPush, Language } from '@sluice/contract'
import { faultPushSchema } from '@sluice/contract'
import { mayRetry, retryDelayMs } from '../../lib/live/live-delay.ts'
import { randomId } from './random-id.ts'

/** A connection this long, or a first message, ends a run of failures (FB-10). */
const SETTLED_MS = 10_000
/** Restarting, try later: sent by our own server, which spreads the reconnects. */
const LATER = [1012, 1013]

interface Listener {
  onPush: (push: FaultPush) => void
  /** Called after a reconnect: the number may have changed meanwhile (FB-13). */
  onBack: () => void
}

/** FB-7: an invalid push is logged and ignored. */
export function readPush(raw: unknown): FaultPush | null {
  try {
    const parsed = faultPushSchema.safeParse(JSON.parse(String(raw)))
    if (parsed.success) return parsed.data
  } catch {
    // Falls through to the same log line.
  }
  console.warn('fault socket: not understood')
  return null
}

/** The one socket of the bell; returns the function that closes it for good (FB-12, FB-14). */
export function openFaultSocket(deptId: string, listener: Listener, language: Language = 'zh-CN'): () => void {
  // FB-4 defines the address; a language other than the server's is appended.
  const asked = language === 'zh-CN' ? '' : `?lang=${language}`
  let socket: WebSocket | null = null
  let attempt = 0
  let everOpen = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let settle: ReturnType<typeof setTimeout> | undefined

  const drop = () => {
    clearTimeout(settle)
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onerror = socket.onclose = null
    socket.close(1000)
    socket = null
  }
  const failed = () => {
    drop()
    clearTimeout(retry)
    // FB-15: no retry while the browser is offline; the online event reconnects at once.
    if (navigator.onLine) retry = setTimeout(connect, retryDelayMs(attempt++, Math.random()))
  }
  function connect() {
    drop()
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const opened = new WebSocket(`${scheme}://${location.host}/fault/${deptId}/${randomId()}${asked}`)
    socket = opened
    opened.onopen = () => {
      settle = setTimeout(() => {
        attempt = 0
      }, SETTLED_MS)
      if (everOpen) listener.onBack()
      everOpen = true
    }
    opened.onmessage = ({ data }: MessageEvent) => {
      attempt = 0
      const push = readPush(data)
      if (push) listener.onPush(push)
    }
    opened.onerror = failed
    opened.onclose = ({ code, wasClean }) => {
      console.info('fault socket closed', code)
      if (LATER.includes(code)) attempt = Math.max(attempt, 1)
      if (mayRetry(code, wasClean)) failed()
      else drop()
    }
  }
  const resume = () => {
    if (socket?.readyState === WebSocket.OPEN) return
    clearTimeout(retry)
    connect()
  }
  window.addEventListener('online', resume)
  connect()
  return () => {
    window.removeEventListener('online', resume)
    clearTimeout(retry)
    drop()
  }
}
