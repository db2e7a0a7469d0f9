import { inLanguage, type MenuRoute, type Screen, type ScreenFolder, SCREENS, type Words } from '@sluice/contract'

export const HOME = '/dashboard'
const PROFILE = '/profile/index'

/** MR-11: screens of every signed-in user, whatever their menu holds. */
export const CONSTANT_PATHS: readonly string[] = [HOME, PROFILE]

/** As the server stores them; the menu's words are looked up by name. */
const titleOf = (title: Words) => inLanguage(title, 'zh-CN')

function routeOf({ path, name, title, component, icon, affix, noCache }: Screen): MenuRoute {
  const meta = { title: titleOf(title), ...(icon && { icon }), ...(affix && { affix }), ...(noCache && { noCache }) }
  return { path, name, component, hidden: false, alwaysShow: false, meta }
}

function folderOf({ path, name, title, hidden = false }: ScreenFolder, children: MenuRoute[]): MenuRoute {
  return { path, name, component: 'Layout', hidden, alwaysShow: false, meta: { title: titleOf(title) }, children }
}

/** MR-12: the screens whose addresses this console knows without being told; the server's entries win over them. */
export const STATIC_ROUTES: readonly MenuRoute[] = SCREENS.flatMap((folder) => {
  const known = folder.screens.filter((screen) => screen.known)
  return known.length > 0 ? [folderOf(folder, known.map(routeOf))] : []
})
