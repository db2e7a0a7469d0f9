import { paintBrowserBar } from '../install.ts'
import { useSettings } from '../settings/layout-settings.ts'
import { appearanceOf, useLook } from './appearance.ts'
import { darker, labelOn, lighter } from './colour.ts'
import { chosenTint, linkColour, sideActive } from './ramps.ts'

/** Writes the theme to the document: attributes select the tokens, four colours follow the picked theme colour. */
function apply(): void {
  const { theme, sideTheme } = useSettings.getState()
  const look = useLook.getState()
  const appearance = appearanceOf(look)
  const root = document.documentElement
  root.dataset['appearance'] = appearance
  root.dataset['side'] = sideTheme
  root.dataset['size'] = look.size
  paintBrowserBar(appearance)
  const active = sideActive(theme, sideTheme, appearance)
  const colours: Record<string, string> = {
    '--theme': theme,
    '--on-theme': labelOn(theme),
    '--link': linkColour(theme, appearance),
    '--chosen': chosenTint(theme, appearance),
    '--sd-active': active.text,
    '--sd-active-bg': active.background,
    '--theme-dark': darker(theme),
  }
  for (let tenths = 1; tenths <= 9; tenths++) colours[`--theme-${tenths}`] = lighter(theme, tenths)
  for (const [name, value] of Object.entries(colours)) root.style.setProperty(name, value)
}

/** Applies the theme now and after every change (LS-3: changes show at once). */
export function followTheme(): void {
  apply()
  useSettings.subscribe(apply)
  useLook.subscribe(apply)
}
