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

/**
 * The title of a menu entry. The menu stays when the language changes: renamed entries keep the operator's word, others
 * are translated by route name.
 */
export function menuTitle(name: string, title: string): string {
  return ownNames(useSession.getState().menu).has(name) ? title : byName(`menu.${name}`, title)
}

/** The English title, which users may type whatever language is shown; empty for entries that an operator added. */
export function englishTitle(name: string): string {
  const words = ENTRY_NAMES[name]
  return words ? inLanguage(words, 'en-US') : ''
}
