import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { usePreference } from '../../lib/page/preference.ts'
import { useSession } from '../../lib/access/session.ts'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import { useLeave } from '../session/use-leave.ts'
import { actionChoices } from './action-choices.ts'
import { type Choice, type Group, GROUPS } from './palette-choice.ts'
import { match, type Marks } from './palette-match.ts'
import { screenChoices } from './screen-choices.ts'
import { useDevices } from './use-devices.ts'

/**
 * The stored choices, the latest first. Devices are stored with their name, because they are fetched only for a query.
 */
const recentSchema = z.array(z.object({ id: z.string().max(120), title: z.string().max(120) })).max(6)
const RECENT_MOST = 6
const DEVICE = 'device:'

export interface Shown extends Choice {
  marks: Marks
}
export interface Section {
  group: Group
  choices: readonly Shown[]
}

const plain = (choice: Choice): Shown => ({ ...choice, marks: [] })

/** Sections of matches, the best of each first; without a query the recent choices come first. */
function sectionsOf(
  query: string,
  known: readonly Choice[],
  devices: readonly Choice[],
  recent: readonly Choice[],
): Section[] {
  if (query.trim() === '') {
    const ids = new Set(recent.map(({ id }) => id))
    const others = known.filter(({ id }) => !ids.has(id))
    const all = { recent, screens: ofGroup(others, 'screens'), devices: [], actions: ofGroup(others, 'actions') }
    return filled((group) => all[group].map(plain))
  }
  const places = new Map(recent.map(({ id }, at) => [id, at]))
  const ranked = known
    .flatMap((choice) => {
      const found = match(choice, query)
      return found
        ? [{ ...choice, marks: found.marks, distance: found.distance, place: places.get(choice.id) ?? 99 }]
        : []
    })
    .toSorted((one, other) => one.distance - other.distance || one.place - other.place)
  // The server ranks the devices: it matches more than their names.
  const marked = devices.map((device) => ({ ...device, marks: match(device, query)?.marks ?? [] }))
  return filled((group) => (group === 'devices' ? marked : ranked.filter((one) => one.group === group)))
}

const ofGroup = (choices: readonly Choice[], group: Group) => choices.filter((one) => one.group === group)

function filled(choicesOf: (group: Group) => readonly Shown[]): Section[] {
  return GROUPS.map((group) => ({ group, choices: choicesOf(group) })).filter(({ choices }) => choices.length > 0)
}

/** All choices, and a function that stores one as recent. */
export function useChoices(query: string, screens: readonly ScreenRoute[]) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const menu = useSession((session) => session.menu)
  const signOut = useLeave()
  const { value: kept, save } = usePreference('palette', recentSchema)
  const known = useMemo(
    () => [
      ...screenChoices(screens, menu, navigate),
      ...actionChoices({ screens, active: pathname, navigate, signOut }),
    ],
    [screens, menu, navigate, pathname, signOut],
  )
  const { found, busy } = useDevices(query, navigate)
  const recent = (kept ?? []).flatMap(({ id, title }): Choice[] => {
    const choice = known.find((one) => one.id === id)
    if (choice || !id.startsWith(DEVICE)) return choice ? [choice] : []
    const run = () => void navigate(`/device/detail/${id.slice(DEVICE.length)}`)
    return [{ id, group: 'devices', title, words: [], icon: 'history', run }]
  })
  const remember = ({ id, title }: Choice) =>
    save([{ id, title }, ...(kept ?? []).filter((one) => one.id !== id)].slice(0, RECENT_MOST))
  return { sections: sectionsOf(query, known, found, recent), busy, remember }
}
