import type { Operation } from '@sluice/contract'
import { create } from 'zustand'
import { useSession } from '../access/session.ts'
import { call } from '../api/api.ts'
import { CallFailure, NETWORK_FAILURE } from '../api/api-outcome.ts'
import { dropDraft, dropItem, keepDraft, keepItem, type KeptDraft, type KeptItem, keptOnPhone } from './phone-store.ts'

/** How one kind of item is sent. */
interface Sender {
  operation: Operation
  /** Told when the server has taken it. */
  answered?: (item: KeptItem, answer: unknown) => void
}

const senders = new Map<string, Sender>()

/** What a feature keeps on the telephone is sent by these calls, once the code of the feature is loaded. */
export function sendsItems(kinds: Readonly<Record<string, Sender>>): void {
  for (const [kind, sender] of Object.entries(kinds)) senders.set(kind, sender)
}

/** It is tried again after this while the line is poor, ms. */
const AGAIN_MS = 4000
/** A photo on a poor line takes a while. */
const SEND_MS = 60_000

export interface Outbox {
  /** Not answered yet, in order. */
  items: readonly KeptItem[]
  drafts: readonly KeptDraft[]
  /** Whose is shown; null until the telephone was asked. */
  of: string | null
}

export const useOutbox = create<Outbox>()(() => ({ items: [], drafts: [], of: null }))

let sending = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows what this person left on the telephone, and sends what waits: now, and whenever the line is back. */
export async function openOutbox(userId: string): Promise<void> {
  window.addEventListener('online', onLine)
  const { items, drafts } = await keptOnPhone(userId)
  useOutbox.setState({ items, drafts, of: userId })
  void sendKept()
}

const onLine = () => void sendKept()

const others = (drafts: readonly KeptDraft[], key: string) => drafts.filter((one) => one.key !== key)

export function putDraft(draft: KeptDraft): void {
  useOutbox.setState(({ drafts }) => ({ drafts: [...others(drafts, draft.key), draft] }))
  void keepDraft(draft)
}

export function removeDraft(key: string): void {
  useOutbox.setState(({ drafts }) => ({ drafts: others(drafts, key) }))
  void dropDraft(key)
}

/** Keeps one thing that happened, and sends it as soon as there is a line. */
export async function addItem(kind: string, begun: string, body: Record<string, unknown>, key: string): Promise<void> {
  const userId = useSession.getState().userInfo?.id ?? ''
  const order = (useOutbox.getState().items.at(-1)?.order ?? 0) + 1
  const item = { key, begun, userId, order, deed: kind, body, bytes: JSON.stringify(body).length }
  useOutbox.setState(({ items }) => ({ items: [...items, item] }))
  await keepItem(item)
  void sendKept()
}

/** Takes back what the server refused. */
export function dropRefused(begun: string): void {
  const refused = useOutbox.getState().items.filter((item) => item.begun === begun && item.refused !== undefined)
  for (const { key } of refused) removeItem(key)
}

export function removeItem(key: string): void {
  useOutbox.setState(({ items }) => ({ items: items.filter((item) => item.key !== key) }))
  void dropItem(key)
}

/** Puts another in the place of a refused item, before those that wait behind it. */
export async function mendItem(refused: KeptItem, key: string, body: Record<string, unknown>): Promise<void> {
  const { begun, userId, order, deed } = refused
  const item = { key, begun, userId, order, deed, body, bytes: JSON.stringify(body).length }
  useOutbox.setState(({ items }) => ({ items: items.map((one) => (one.key === refused.key ? item : one)) }))
  await Promise.all([dropItem(refused.key), keepItem(item)])
  void sendKept()
}

/** Whether it says nothing about the item: it is sent again, with the same key. */
function isForLater({ code }: CallFailure): boolean {
  return code === NETWORK_FAILURE || code === 4 || code === 401 || code === 429 || code >= 500
}

/** Sends what is kept, one after another; a refused item stops those behind it of the same beginning. */
export async function sendKept(): Promise<void> {
  clearTimeout(timer)
  if (sending || !isTheirs()) return
  sending = true
  try {
    for (let item = nextItem(); item && isTheirs(); item = nextItem()) if (!(await sendOne(item))) break
  } finally {
    sending = false
  }
  if (nextItem() && isTheirs()) timer = setTimeout(() => void sendKept(), AGAIN_MS)
}

/** Whether whoever is signed in made what is kept: nobody sends for somebody else. */
function isTheirs(): boolean {
  return useSession.getState().userInfo?.id === useOutbox.getState().of
}

function nextItem(): KeptItem | undefined {
  const { items } = useOutbox.getState()
  const stopped = new Set(items.filter(({ refused }) => refused !== undefined).map(({ begun }) => begun))
  return items.find(({ begun, deed }) => !stopped.has(begun) && senders.has(deed))
}

async function sendOne(item: KeptItem): Promise<boolean> {
  try {
    const options = { silent: true, timeoutMs: SEND_MS }
    const { operation, answered } = senders.get(item.deed)!
    const answer = await call(operation, item.body, options)
    removeItem(item.key)
    answered?.(item, answer)
    return true
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    if (isForLater(error)) return false
    const refused = { ...item, refused: Object.values(error.fields)[0] ?? error.message, facts: error.data }
    useOutbox.setState(({ items }) => ({ items: items.map((one) => (one.key === item.key ? refused : one)) }))
    void keepItem(refused)
    return true
  }
}
