import { inLanguage, type MenuRoute, type Screen, type ScreenFolder, SCREENS, type Words } from '@sluice/contract'

export const HOME = '/dashboard'
const PROFILE = '/profile/index'
/** One page, within the layout for who has a session, and bare for everybody else (AM-1). */
export const COMMAND_PAGE = '/netty/netty-cmd'

/** MR-11: screens of every signed-in user, independent of their menu. */
export const CONSTANT_PATHS: readonly string[] = [HOME, PROFILE, COMMAND_PAGE]

/** As the server stores them; the menu's texts are found by route name. */
const titleOf = (title: Words) => inLanguage(title, 'zh-CN')

function routeOf({ path, name, title, component, icon, affix, noCache }: Screen): MenuRoute {
  const meta = { title: titleOf(title), ...(icon && { icon }), ...(affix && { affix }), ...(noCache && { noCache }) }
  return { path, name, component, hidden: false, alwaysShow: false, meta }
}

function folderOf({ path, name, title, hidden = false }: ScreenFolder, children: MenuRoute[]): MenuRoute {
  return { path, name, component: 'Layout', hidden, alwaysShow: false, meta: { title: titleOf(title) }, children }
}

/** MR-12: the screens whose addresses the console knows without the server; the server's entries win over them. */
export const STATIC_ROUTES: readonly MenuRoute[] = SCREENS.flatMap((folder) => {
  const known = folder.screens.filter((screen) => screen.known)
  return known.length > 0 ? [folderOf(folder, known.map(routeOf))] : []
})
