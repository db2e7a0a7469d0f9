import {
  type Density,
  type Field,
  listPreferenceKey,
  type ListPreference,
  listPreferenceSchema,
  type Resource,
} from '@sluice/contract'
import { useMemo } from 'react'
import { usePreference } from '../../../lib/page/preference.ts'
import { useSharedColumns } from './shared-columns.ts'

/** Not for a table: never sent to the console, or drawn by hand-made screens. */
const HIDDEN_KINDS: readonly Field['kind'][] = ['password', 'image', 'json', 'refs']

export const MIN_WIDTH = 64
export const MAX_WIDTH = 800

/** Columns a list may show: its own first, then every field that fits a cell. */
export function possibleColumns(resource: Resource, own: readonly string[], omit: readonly string[] = []): string[] {
  const more = Object.entries(resource.fields)
    .filter(([, { kind }]) => !HIDDEN_KINDS.includes(kind))
    .map(([name]) => name)
  const all = new Set([...own, ...resource.list.columns, ...more])
  return [...all].filter((name) => !omit.includes(name))
}

/** The stored columns that still exist; without any left, the list's own columns. */
export function shownColumns(
  kept: readonly string[] | null | undefined,
  own: readonly string[],
  possible: readonly string[],
) {
  const known = (kept ?? []).filter((name) => possible.includes(name))
  return known.length > 0 ? known : own
}

/** Moves one entry to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const target = Math.max(0, Math.min(to, rest.length))
  return [...rest.slice(0, target), list[from]!, ...rest.slice(target)]
}

export function boundedWidth(width: number): number {
  return Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)))
}

export interface ListLayout {
  /** False while the user's choice is being fetched. */
  ready: boolean
  /** Shown columns in order. */
  columns: readonly string[]
  possible: readonly string[]
  /** The columns of the list itself. */
  usual: readonly string[]
  /** Somebody chose them: this user, or whoever sent the address. */
  isChosen: boolean
  /** They come with the address. */
  isShared: boolean
  widths: Readonly<Record<string, number>>
  density: Density
  cards: boolean
  preference: ListPreference
  /** Changes part of the layout; undefined restores the list's own. */
  change: (part: { [K in keyof ListPreference]?: ListPreference[K] | undefined }) => void
  /** Restores the list's own layout; saved views stay. */
  reset: () => void
}

const NOTHING: ListPreference = {}
const NO_WIDTHS = {}

interface LayoutOf {
  /** Columns the list shows by default. */
  own: readonly string[]
  /** Columns it never shows. */
  omit: readonly string[]
  /** A list that is part of a page has other columns than the screen, and is stored separately. */
  isPart: boolean
}

/** How this user lays out this list; stored on the server, so it applies wherever they sign in. */
export function useListLayout(resource: Resource, { own, omit, isPart }: LayoutOf): ListLayout {
  const name = isPart ? `${resource.name}-part` : resource.name
  const { value, ready, save } = usePreference(listPreferenceKey(name), listPreferenceSchema)
  const preference = value ?? NOTHING
  const possible = useMemo(() => possibleColumns(resource, own, omit), [resource, own, omit])
  const usual = useMemo(() => own.filter((one) => !omit.includes(one)), [own, omit])
  const mine = useMemo(
    () => (preference.columns ? shownColumns(preference.columns, usual, possible) : null),
    [preference.columns, usual, possible],
  )
  const { shared, forget } = useSharedColumns(mine, possible, isPart)
  const columns = shared ?? mine ?? usual
  return {
    ready,
    columns,
    possible,
    usual,
    isChosen: shared !== null || mine !== null,
    isShared: shared !== null,
    widths: preference.widths ?? NO_WIDTHS,
    density: preference.density ?? 'NORMAL',
    cards: preference.cards ?? false,
    preference,
    change: (part) => {
      if ('columns' in part) forget()
      const next = Object.entries({ ...preference, ...part }).filter(([, one]) => one !== undefined)
      save(Object.fromEntries(next) as ListPreference)
    },
    reset: () => {
      forget()
      const { views, defaultView } = preference
      const kept = { ...(views ? { views } : {}), ...(defaultView ? { defaultView } : {}) }
      save(Object.keys(kept).length > 0 ? kept : null)
    },
  }
}
