import type { MenuRoute } from '@sluice/contract'

type Meta = Omit<MenuRoute['meta'], 'title'>

function screen(path: string, name: string, title: string, component: string, meta: Meta = {}): MenuRoute {
  return { path, name, component, hidden: false, alwaysShow: false, meta: { title, ...meta } }
}

function folder(path: string, name: string, title: string, children: MenuRoute[], hidden = false): MenuRoute {
  return { path, name, component: 'Layout', hidden, alwaysShow: false, meta: { title }, children }
}

export const HOME = '/dashboard'
export const PROFILE = '/profile/index'

/** MR-11: screens of every signed-in person, whatever his menu says. */
export const CONSTANT_PATHS: readonly string[] = [HOME, PROFILE]

/** MR-12: the screens whose addresses this console knows without being told; the server's entries win over them. */
export const STATIC_ROUTES: readonly MenuRoute[] = [
  folder('/', 'Dashboard', '首页', [
    screen('dashboard', 'DashboardIndex', '地图监控', 'dashboard/index', { icon: 'map', affix: true, noCache: true }),
  ]),
  folder('/valve', 'Valve', '阀门', [screen('slave', 'ValveSlave', '从机列表', 'valve/slave')]),
  folder('/fault', 'Fault', '故障', [screen('fault-device', 'FaultDevice', '设备故障', 'fault/fault-device')]),
  folder('/profile', 'Profile', '个人中心', [screen('index', 'ProfileIndex', '个人信息', 'profile/index')], true),
]
