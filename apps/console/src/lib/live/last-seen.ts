import {
  dashboardSummary,
  dashboardWater,
  deviceMap,
  deviceResource,
  deviceStates,
  faultCount,
  faultResource,
  geoMap,
  latest,
  mapSettings,
  type MenuRoute,
  productPoints,
  repairRecordResource,
  resourcePath,
  type UserInfo,
  valveSlaveResource,
  waitingNow,
} from '@sluice/contract'
import { create } from 'zustand'
import type { Heard } from '../api/api-outcome.ts'
import { useSession } from '../access/session.ts'

/**
 * What users may read while the server is unreachable: devices, their last values, faults, repair orders and the map. Nothing else.
 */
const KEPT: ReadonlySet<string> = new Set([
  resourcePath(deviceResource, 'page'),
  resourcePath(deviceResource, 'get'),
  resourcePath(valveSlaveResource, 'page'),
  latest.path,
  deviceStates.path,
  deviceMap.path,
  productPoints.path,
  geoMap.path,
  mapSettings.path,
  dashboardSummary.path,
  dashboardWater.path,
  resourcePath(faultResource, 'page'),
  resourcePath(repairRecordResource, 'page'),
  resourcePath(repairRecordResource, 'get'),
  faultCount.path,
  waitingNow.path,
])

const DATABASE = 'last-seen'
const ANSWERS = 'answers'
const PERSON = 'person'
const TOO_OLD_MS = 24 * 3_600_000
/** The oldest answers are dropped first. */
const MOST = 120
/** Polled answers are written at most this often. */
const AGAIN_MS = 15_000

interface KeptAnswer {
  address: string
  userId: string
  at: number
  heard: Heard
}

/** The last signed-in user; the token is not stored, so that the stored data gives no access. */
export interface KeptPerson {
  info: UserInfo
  menu: readonly MenuRoute[]
  at: number
}

/**
 * `since`: the time of the oldest answer shown in place of one that the server could not give; null when there is none.
 */
export const useLastSeen = create<{ since: number | null }>()(() => ({ since: null }))

let opening: Promise<IDBDatabase | null> | undefined

/** Null where the browser offers no storage (private windows, old browsers): the console works without. */
function database(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') {
      resolve(null)
      return
    }
    const asked = indexedDB.open(DATABASE, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(ANSWERS, { keyPath: 'address' }).createIndex('at', 'at')
      asked.result.createObjectStore(PERSON)
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => resolve(null)
    asked.onblocked = () => resolve(null)
  })
  return opening
}

function ask<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })
}

async function inStore<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | null> {
  const open = await database()
  if (!open) return null
  // A full disk or a broken store loses the stored answers, never the page.
  return work(open.transaction(name, mode).objectStore(name)).catch(() => null)
}

const userId = () => useSession.getState().userInfo?.id ?? null
const writtenAt = new Map<string, number>()

/** Whether an answer of this path may be stored and shown again. */
export function isKept(path: string): boolean {
  return KEPT.has(path)
}

/** Stores the server's latest answer for the user who asked. */
export async function keepAnswer(address: string, heard: Heard, now: number = Date.now()): Promise<void> {
  useLastSeen.setState((state) => (state.since === null ? state : { since: null }))
  const id = userId()
  if (id === null || now - (writtenAt.get(address) ?? 0) < AGAIN_MS) return
  writtenAt.set(address, now)
  await inStore(ANSWERS, 'readwrite', async (store) => {
    await ask(store.put({ address, userId: id, at: now, heard } satisfies KeptAnswer))
    const surplus = (await ask(store.count())) - MOST
    if (surplus <= 0) return
    for (const key of await ask(store.index('at').getAllKeys(null, surplus))) store.delete(key)
  })
}

/** The last answer of this address, not older than a day; null when there is none. */
export async function recallAnswer(address: string, now: number = Date.now()): Promise<Heard | null> {
  const kept = (await inStore(ANSWERS, 'readonly', (store) => ask(store.get(address)))) as KeptAnswer | null | undefined
  if (!kept || kept.userId !== userId() || now - kept.at > TOO_OLD_MS) return null
  useLastSeen.setState(({ since }) => ({ since: since === null ? kept.at : Math.min(since, kept.at) }))
  return kept.heard
}

/** The last user of this machine, however long ago. */
const lastPerson = () => inStore(PERSON, 'readonly', (store) => ask<KeptPerson | undefined>(store.get(PERSON)))

/** Stores who signed in; drops the data of another user. */
export async function keepPerson(info: UserInfo, menu: readonly MenuRoute[], now: number = Date.now()): Promise<void> {
  const before = await lastPerson()
  if (before && before.info.id !== info.id) await forgetLastSeen()
  const person: KeptPerson = { info: { ...info, token: '' }, menu, at: now }
  await inStore(PERSON, 'readwrite', (store) => ask(store.put(person, PERSON)))
}

/** The user who was signed in at the last answer of the server, within a day. */
export async function recallPerson(now: number = Date.now()): Promise<KeptPerson | null> {
  const kept = await lastPerson()
  return kept && now - kept.at <= TOO_OLD_MS ? kept : null
}

/** SI-24: nothing of the user stays on this machine. */
export async function forgetLastSeen(): Promise<void> {
  writtenAt.clear()
  useLastSeen.setState({ since: null })
  for (const name of [ANSWERS, PERSON]) await inStore(name, 'readwrite', (store) => ask(store.clear()))
}
