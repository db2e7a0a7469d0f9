/** One thing that is kept on the telephone until the server has answered it. */
export interface KeptItem {
  /** The server knows it by this: it happens once, however often it is sent. */
  key: string
  /** What it is part of, e.g. a commissioning by the key of its beginning: a refused item stops those behind it. */
  begun: string
  userId: string
  order: number
  /** Which call sends it; what lies on telephones has this name. */
  deed: string
  body: Readonly<Record<string, unknown>>
  bytes: number
  /** Why the server refused it. */
  refused?: string
  /** What the server said beside that. */
  facts?: unknown
}

/** What somebody is at, and has not sent: whoever closes the console goes on there. */
export interface KeptDraft {
  key: string
  userId: string
}

/** Commissionings were the first to be kept: what lies on telephones under this name is found again. */
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

export async function keptOnPhone(userId: string): Promise<{ items: KeptItem[]; drafts: KeptDraft[] }> {
  const mine = (one: { userId: string }) => one.userId === userId
  const items = ((await inStore('items', (store) => store.getAll())) ?? []) as KeptItem[]
  const drafts = ((await inStore('drafts', (store) => store.getAll())) ?? []) as KeptDraft[]
  return { items: items.filter(mine).toSorted((a, b) => a.order - b.order), drafts: drafts.filter(mine) }
}

export const keepItem = (item: KeptItem) => inStore('items', (store) => store.put(item))
export const dropItem = (key: string) => inStore('items', (store) => store.delete(key))
export const keepDraft = (draft: KeptDraft) => inStore('drafts', (store) => store.put(draft))
export const dropDraft = (key: string) => inStore('drafts', (store) => store.delete(key))
