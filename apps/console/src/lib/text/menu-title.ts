import { ENTRY_NAMES, inLanguage, type MenuRoute } from '@sluice/contract'
import { useSession } from '../access/session.ts'
import { byName } from './text.ts'

const known = new WeakMap<readonly MenuRoute[], ReadonlySet<string>>()

function ownNames(menu: readonly MenuRoute[]): ReadonlySet<string> {
  const found = known.get(menu) ?? new Set(namesOf(menu))
  known.set(menu, found)
  return found
}

function namesOf(menu: readonly MenuRoute[]): string[] {
  return menu.flatMap(({ name, meta, children = [] }) => [...(meta.own ? [name] : []), ...namesOf(children)])
}

/** The menu outlives a change of language: a title that an operator changed stays, the others are looked up by route name. */
export function menuTitle(name: string, title: string): string {
  return ownNames(useSession.getState().menu).has(name) ? title : byName(`menu.${name}`, title)
}

/** Whatever language is shown, people type the name they know; empty for what an operator added. */
export function englishTitle(name: string): string {
  const words = ENTRY_NAMES[name]
  return words ? inLanguage(words, 'en-US') : ''
}
