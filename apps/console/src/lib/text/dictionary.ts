import { dictEntriesOf, type DictEntry } from '@sluice/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../api/api.ts'

/** The state of a type: its entries, a failure, or loading. */
export type DictState = { entries: readonly DictEntry[] } | { failed: true } | { waiting: true }

const WAITING: DictState = { waiting: true }
const known = new Map<string, DictState>()
const asking = new Map<string, Promise<readonly DictEntry[]>>()
const listeners = new Set<() => void>()
/** Grows whenever entries are dropped: an answer requested before must not be kept after. */
let generation = 0

function tell(): void {
  for (const listener of listeners) listener()
}

/** DC-1, DC-2: the entries of a type; simultaneous callers share one request. A failure is not kept. */
export function dictEntries(dictType: string): Promise<readonly DictEntry[]> {
  const state = known.get(dictType)
  if (state && 'entries' in state) return Promise.resolve(state.entries)
  const running = asking.get(dictType)
  if (running) return running
  const askedIn = generation
  const request = call(dictEntriesOf, { dictType }, { inPlace: true })
    .then((entries) => {
      if (askedIn === generation) known.set(dictType, { entries })
      return entries as readonly DictEntry[]
    })
    .catch((error: unknown) => {
      if (askedIn === generation) known.set(dictType, { failed: true })
      throw error
    })
    .finally(() => {
      if (asking.get(dictType) === request) asking.delete(dictType)
      tell()
    })
  asking.set(dictType, request)
  return request
}

/**
 * DC-3: drops a type after an entry of it was created, changed or deleted. Without a type drops all, e.g. at sign-out.
 */
export function forgetDictionary(dictType?: string): void {
  generation += 1
  if (dictType === undefined) {
    known.clear()
    asking.clear()
  } else {
    known.delete(dictType)
    asking.delete(dictType)
  }
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The entries of a type for a component, which draws again when they change. */
export function useDictionary(dictType: string): DictState {
  const state = useSyncExternalStore(subscribe, () => known.get(dictType) ?? WAITING)
  const isWaiting = 'waiting' in state
  useEffect(() => {
    // After a failure a new reader fetches again; there is no endless retry.
    dictEntries(dictType).catch(() => undefined)
  }, [dictType])
  useEffect(() => {
    if (isWaiting) dictEntries(dictType).catch(() => undefined)
  }, [dictType, isWaiting])
  return state
}

/** DC-4: the entries to choose from: all that are in use, and the one the record already holds. */
export function choicesOf(entries: readonly DictEntry[], value: string | null | undefined): readonly DictEntry[] {
  return entries.filter((entry) => entry.dictStatus === '0' || entry.dictValue === value)
}
