import type { CommissioningState, LngLat, PhotoSubject, TrialStep } from '@sluice/contract'

/** What of a commissioning is on its way to the server, in the order it happened. */
export type Deed = 'begin' | 'place' | 'photo' | 'accept'

/** One thing that is kept on the telephone until the server has answered it. */
export interface KeptItem {
  /** The server knows it by this: it happens once, however often it is sent. */
  key: string
  /** The commissioning that it belongs to. */
  begun: string
  userId: string
  order: number
  deed: Deed
  body: Readonly<Record<string, unknown>>
  bytes: number
  /** Why the server refused it. */
  refused?: string
}

interface TakenPlace {
  lng: number
  lat: number
  source: 'GPS' | 'MAP_PICK'
  accuracyM: number | null
  movedM: number | null
}

export type Strokes = readonly (readonly number[])[]

/** Names, drawn and typed, and what is wrong. */
export interface Signing {
  installer?: string
  accepter?: string
  drawn?: Strokes
  other?: Strokes
  defects?: string
}

/** The commissioning that a telephone is at: whoever closes the console goes on at its step. */
export interface Draft {
  /** The key of its beginning. */
  key: string
  userId: string
  deviceId: string
  name: string
  deviceNo: string
  /** When the code was read, ISO. */
  at: string
  step: 2 | 3 | 4
  place: TakenPlace | null
  address: string
  areaId: string | null
  areaName: string | null
  iccid: string
  photos: readonly { key: string; subject: PhotoSubject; picture: string }[]
  /** Where a hand moved the cross to; null: where the telephone is. Not said yet by those who have not moved it. */
  moved?: LngLat | null
  /** What of the last step is filled in already. */
  signing?: Signing
  /** The commands that were to open and close it. */
  trials: Readonly<Partial<Record<TrialStep, string>>>
  /** What the server knows as proven, and what it wants. */
  proven: readonly TrialStep[]
  needs: readonly TrialStep[] | null
  /** When it was signed, ISO. */
  signedAt: string | null
  state: CommissioningState | null
}

const DATABASE = 'commissioning'
const STORES = ['items', 'drafts'] as const
type StoreName = (typeof STORES)[number]

let opening: Promise<IDBDatabase | null> | undefined

/** Null where the browser offers no storage: what is kept then lasts as long as the page. */
function database(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(null)
    const asked = indexedDB.open(DATABASE, 1)
    asked.onupgradeneeded = () => {
      for (const name of STORES) asked.result.createObjectStore(name, { keyPath: 'key' })
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => resolve(null)
    asked.onblocked = () => resolve(null)
  })
  return opening
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })
}

async function inStore<T>(name: StoreName, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  const open = await database()
  if (!open) return null
  // A full disk, or a page that is left meanwhile: what is shown stays, and is sent from there.
  return settled(work(open.transaction(name, 'readwrite').objectStore(name))).catch(() => null)
}

export async function keptOnPhone(userId: string): Promise<{ items: KeptItem[]; drafts: Draft[] }> {
  const mine = (one: { userId: string }) => one.userId === userId
  const items = ((await inStore('items', (store) => store.getAll())) ?? []) as KeptItem[]
  const drafts = ((await inStore('drafts', (store) => store.getAll())) ?? []) as Draft[]
  return { items: items.filter(mine).toSorted((a, b) => a.order - b.order), drafts: drafts.filter(mine) }
}

export const keepItem = (item: KeptItem) => inStore('items', (store) => store.put(item))
export const dropItem = (key: string) => inStore('items', (store) => store.delete(key))
export const keepDraft = (draft: Draft) => inStore('drafts', (store) => store.put(draft))
export const dropDraft = (key: string) => inStore('drafts', (store) => store.delete(key))
