import type { LiveEvent, LiveWatch } from '@sluice/contract'
import { LIVE_LOOK_BACK_MS, LIVE_PATH, liveEventSchema } from '@sluice/contract'
import { create } from 'zustand'
import { mayRetry, retryDelayMs } from './live-delay.ts'
import { addressOf } from '../api/service-bases.ts'

/**
 * A first watch that opens later than this may have missed events: the server's look-back, less the age an answer may
 * have.
 */
const COVERED_MS = LIVE_LOOK_BACK_MS - 2_000
/** A connection this long, or a first message, ends a run of failures (FB-10). */
const SETTLED_MS = 10_000

interface LiveState {
  /** When the channel went down, on the browser's clock; null while it is open or was never opened. */
  lostSince: number | null
  /** False while the server reports that its store cannot take readings. */
  storeUp: boolean
  /** Counts reopenings, and a late first opening: data from before the gap is fetched again. */
  reopened: number
  /** The time of the last reopening, on the browser's clock; 0 for never. */
  reopenedAt: number
}

export const useLive = create<LiveState>()(() => ({ lostSince: null, storeUp: true, reopened: 0, reopenedAt: 0 }))

type Listener = (event: LiveEvent) => void
const listeners = new Set<Listener>()
const watches = new Map<symbol, LiveWatch>()

let socket: WebSocket | null = null
let wanted = false
let attempt = 0
let everOpen = false
let wantedAt = 0
let retry: ReturnType<typeof setTimeout> | undefined
let settle: ReturnType<typeof setTimeout> | undefined
let sending = false

/** Merges all watches into one: the server replaces the whole set. */
export function mergeWatches(all: Iterable<LiveWatch>): LiveWatch {
  const devices = new Set<string>()
  const messages = new Set<string>()
  let every = false
  const lists = new Set<string>()
  for (const watch of all) {
    if (watch.devices === 'all') every = true
    else for (const id of watch.devices ?? []) devices.add(id)
    for (const id of watch.messages ?? []) messages.add(id)
    for (const name of watch.lists ?? []) lists.add(name)
  }
  return {
    ...(every ? { devices: 'all' as const } : devices.size > 0 ? { devices: [...devices].slice(0, 500) } : {}),
    ...(messages.size > 0 ? { messages: [...messages].slice(-5) } : {}),
    ...(lists.size > 0 ? { lists: [...lists].slice(-20) } : {}),
  }
}

function sendWatch(): void {
  if (sending) return
  sending = true
  queueMicrotask(() => {
    sending = false
    if (socket && socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify({ watch: mergeWatches(watches.values()) }))
  })
}

/** Watches until the returned function is called. */
export function watchLive(watch: LiveWatch): () => void {
  const key = Symbol('watch')
  watches.set(key, watch)
  sendWatch()
  return () => {
    watches.delete(key)
    sendWatch()
  }
}

export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function hear(raw: unknown): void {
  let body: unknown
  try {
    body = JSON.parse(String(raw))
  } catch {
    console.warn('live: not JSON')
    return
  }
  const parsed = liveEventSchema.safeParse(body)
  if (!parsed.success) {
    console.warn('live: unknown event', body)
    return
  }
  const event = parsed.data
  if (event.type === 'hello') useLive.setState({ storeUp: event.storeUp })
  if (event.type === 'store') useLive.setState({ storeUp: event.up })
  attempt = 0
  for (const listener of listeners) listener(event)
}

function connect(): void {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const opened = new WebSocket(`${scheme}://${location.host}${addressOf(LIVE_PATH)}`)
  socket = opened
  opened.onopen = () => {
    settle = setTimeout(() => {
      attempt = 0
    }, SETTLED_MS)
    const gap = everOpen || performance.now() - wantedAt > COVERED_MS
    useLive.setState(({ reopened }) => ({
      lostSince: null,
      ...(gap ? { reopened: reopened + 1, reopenedAt: Date.now() } : {}),
    }))
    everOpen = true
    sendWatch()
  }
  opened.onmessage = (message) => hear(message.data)
  opened.onclose = (closed) => {
    clearTimeout(settle)
    socket = null
    useLive.setState((state) => ({ lostSince: state.lostSince ?? Date.now() }))
    if (wanted && mayRetry(closed.code, closed.wasClean)) scheduleRetry()
  }
}

function scheduleRetry(): void {
  if (!navigator.onLine) return
  retry = setTimeout(connect, retryDelayMs(attempt++, Math.random()))
}

/** FB-15: the online event reconnects at once. */
function resume(): void {
  if (!wanted || socket) return
  clearTimeout(retry)
  connect()
}

/**
 * For an unattended page: opens a finally closed channel again, and sends a message over an open one, which detects a
 * connection that died silently, as while the machine slept.
 */
export function wakeLive(): void {
  resume()
  sendWatch()
}

/** One socket per signed-in browser tab; a second call does nothing. */
export function openLive(): void {
  if (wanted) return
  wanted = true
  wantedAt = performance.now()
  attempt = 0
  everOpen = false
  window.addEventListener('online', resume)
  connect()
}

export function closeLive(): void {
  wanted = false
  clearTimeout(retry)
  clearTimeout(settle)
  window.removeEventListener('online', resume)
  if (socket) {
    socket.onclose = null
    socket.onmessage = null
    socket.close(1000)
    socket = null
  }
  useLive.setState({ lostSince: null, storeUp: true, reopened: 0, reopenedAt: 0 })
}
