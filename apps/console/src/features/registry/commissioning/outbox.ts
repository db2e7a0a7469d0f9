import {
  acceptCommissioned,
  addCommissioningPhoto,
  beginCommissioning,
  type CommissioningStanding,
  type Operation,
  placeCommissioned,
} from '@sluice/contract'
import { create } from 'zustand'
import { useSession } from '../../../lib/access/session.ts'
import { call } from '../../../lib/api/api.ts'
import { CallFailure, NETWORK_FAILURE } from '../../../lib/api/api-outcome.ts'
import {
  type Deed,
  type Draft,
  dropDraft,
  dropItem,
  keepDraft,
  keepItem,
  type KeptItem,
  keptOnPhone,
} from './phone-store.ts'

const CALLS: Readonly<Record<Deed, Operation>> = {
  begin: beginCommissioning,
  place: placeCommissioned,
  photo: addCommissioningPhoto,
  accept: acceptCommissioned,
}

/** It is tried again after this while the line is poor, ms. */
const AGAIN_MS = 4000
/** A photo on a poor line takes a while. */
const SEND_MS = 60_000

interface Outbox {
  /** Not answered yet, in order. */
  items: readonly KeptItem[]
  draft: Draft | null
  /** Whose is shown; null until the telephone was asked. */
  of: string | null
}

export const useOutbox = create<Outbox>()(() => ({ items: [], draft: null, of: null }))

let sending = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows what this person left on the telephone, and sends what waits: now, and whenever the line is back. */
export async function openOutbox(userId: string): Promise<void> {
  window.addEventListener('online', onLine)
  const { items, drafts } = await keptOnPhone(userId)
  useOutbox.setState({ items, draft: drafts[0] ?? null, of: userId })
  void sendKept()
}

const onLine = () => void sendKept()

export function changeDraft(change: Partial<Draft>): void {
  const { draft } = useOutbox.getState()
  if (!draft) return
  const next = { ...draft, ...change }
  useOutbox.setState({ draft: next })
  void keepDraft(next)
}

export function beginDraft(draft: Draft): void {
  useOutbox.setState({ draft })
  void keepDraft(draft)
}

/** The telephone is done with it; what was not sent yet is sent all the same. */
export function leaveDraft(): void {
  const { draft } = useOutbox.getState()
  if (draft) void dropDraft(draft.key)
  useOutbox.setState({ draft: null })
}

/** Keeps one thing that happened, and sends it as soon as there is a line. */
export async function addItem(deed: Deed, begun: string, body: Record<string, unknown>, key: string): Promise<void> {
  const userId = useSession.getState().userInfo?.id ?? ''
  const order = (useOutbox.getState().items.at(-1)?.order ?? 0) + 1
  const item = { key, begun, userId, order, deed, body, bytes: JSON.stringify(body).length }
  useOutbox.setState(({ items }) => ({ items: [...items, item] }))
  await keepItem(item)
  void sendKept()
}

/** Takes back what the server refused. */
export function dropRefused(begun: string): void {
  const refused = useOutbox.getState().items.filter((item) => item.begun === begun && item.refused !== undefined)
  for (const { key } of refused) remove(key)
}

function remove(key: string): void {
  useOutbox.setState(({ items }) => ({ items: items.filter((item) => item.key !== key) }))
  void dropItem(key)
}

/** Whether it says nothing about the item: it is sent again, with the same key. */
function isForLater({ code }: CallFailure): boolean {
  return code === NETWORK_FAILURE || code === 4 || code === 401 || code === 429 || code >= 500
}

/** Sends what is kept, one after another; a refused item stops those behind it of the same commissioning. */
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
  return items.find(({ begun }) => !stopped.has(begun))
}

async function sendOne(item: KeptItem): Promise<boolean> {
  try {
    const options = { silent: true, timeoutMs: SEND_MS }
    const standing = (await call(CALLS[item.deed], item.body, options)) as CommissioningStanding
    remove(item.key)
    if (useOutbox.getState().draft?.key === item.begun) changeDraft({ state: standing.state })
    return true
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    if (isForLater(error)) return false
    const refused = { ...item, refused: Object.values(error.fields)[0] ?? error.message }
    useOutbox.setState(({ items }) => ({ items: items.map((one) => (one.key === item.key ? refused : one)) }))
    void keepItem(refused)
    return true
  }
}
