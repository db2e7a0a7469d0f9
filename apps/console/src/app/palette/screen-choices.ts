import type { NavigateFunction } from 'react-router'
import { pinyinInitials } from '@sluice/kit'
import { INTERFACE_ICONS } from '../../parts/icon/icon-paths.tsx'
import type { IconName } from '../../parts/icon/icons.tsx'
import { entriesOf, type MenuEntry, type ScreenRoute } from '../menu/menu-tree.ts'
import { englishTitle, menuTitle } from '../../lib/text/menu-title.ts'
import type { Choice } from './palette-choice.ts'

const iconOf = (name: string | null | undefined): Choice['icon'] => {
  if (name && Object.hasOwn(INTERFACE_ICONS, name)) return name as IconName
  return name ? { device: name.toUpperCase() } : 'box'
}

function iconsOf(entries: readonly MenuEntry[], found = new Map<string, string>()): Map<string, string> {
  for (const { to, icon, children } of entries) {
    if (icon) found.set(to, icon)
    iconsOf(children, found)
  }
  return found
}

/** `g` and this letter open the screen (docs/spec/look.md#8). */
export const GO_TO: Readonly<Record<string, string>> = {
  d: 'dashboard/index',
  v: 'valve/slave',
  f: 'fault/fault-device',
}

function keysOf(screen: string): readonly string[] | undefined {
  const letter = Object.keys(GO_TO).find((one) => GO_TO[one] === screen)
  return letter ? ['g', letter] : undefined
}

/**
 * Every screen that the user may open by a fixed address; those that need an object first, as a device, are left out.
 */
export function screenChoices(
  screens: readonly ScreenRoute[],
  menu: Parameters<typeof entriesOf>[0],
  navigate: NavigateFunction,
): Choice[] {
  const icons = iconsOf(entriesOf(menu))
  const open = screens.filter(
    ({ path, hidden, screen }) => !path.includes(':') && (!hidden || screen === 'profile/index'),
  )
  return open.map(({ path, name, title, screen, levels }) => {
    const above = levels.slice(0, -1).map((level) => menuTitle(level.name, level.title))
    const keys = keysOf(screen)
    return {
      id: `screen:${path}`,
      group: 'screens' as const,
      title: menuTitle(name, title),
      ...(above.length > 0 ? { hint: above.join(' / ') } : {}),
      words: [name, title, englishTitle(name), path, pinyinInitials(title)].filter(Boolean),
      icon: screen === 'profile/index' ? ('user' as const) : iconOf(icons.get(path)),
      ...(keys ? { keys } : {}),
      run: () => void navigate(path),
    }
  })
}
