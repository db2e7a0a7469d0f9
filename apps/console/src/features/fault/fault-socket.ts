import type { FaultPush, Language } from '@sluice/contract'
import { faultPushSchema } from '@sluice/contract'
import { mayRetry, retryDelayMs } from '../../lib/live/live-delay.ts'
import { randomId } from './random-id.ts'

/** A connection this long, or a first message, ends a run of failures (FB-10). */
const SETTLED_MS = 10_000
/** Restarting, try later: told by our own server, which does not want everybody back at once. */
const LATER = [1012, 1013]

interface Listener {
  onPush: (push: FaultPush) => void
  /** It was lost and is back: the number may have changed meanwhile (FB-13). */
  onBack: () => void
}

/** FB-7: what is no push is logged and left alone. */
export function readPush(raw: unknown): FaultPush | null {
  try {
    const parsed = faultPushSchema.safeParse(JSON.parse(String(raw)))
    if (parsed.success) return parsed.data
  } catch {
    // Falls through to the same line in the log.
  }
  console.warn('fault socket: not understood')
  return null
}

/** The one socket of the bell; answers the function that closes it for good (FB-12, FB-14). */
export function openFaultSocket(deptId: string, listener: Listener, language: Language = 'zh-CN'): () => void {
  // FB-4 names the address; another language than the server's own is said behind it.
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
    // FB-15: nothing to try while the browser is offline; the online event comes back at once.
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
