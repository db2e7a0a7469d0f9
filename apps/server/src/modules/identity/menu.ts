/**
 * The folders, screens and buttons of this program: the single list that menus, permission keys and the built-in roles
 * come from. It is brought into the table `resource` at every start (menu-sync.store.ts); a new screen is one line here.
 */

/** A button is the right to do something; its permission key is its name. */
export interface MenuButton {
  key: string
  title: string
  /** Built-in roles that get it when it is new, beside ROLE_ADMIN. */
  for?: readonly BuiltInRole[]
}

export interface MenuScreen {
  /** Route name, unique; English menus translate by it. */
  name: string
  title: string
  /** Joined to the folder's path. */
  path: string
  /** Screen module of the console (apps/console/src/app/screens.ts). */
  component: string
  /** The right to open it and to read its list. */
  key?: string
  icon?: string
  hidden?: boolean
  noCache?: boolean
  affix?: boolean
  /** The entry that is lit while this hidden screen is open. */
  activeMenu?: string
  for?: readonly BuiltInRole[]
  buttons?: readonly MenuButton[]
}

export interface MenuFolder {
  name: string
  title: string
  path: string
  icon: string
  hidden?: boolean
  screens: readonly MenuScreen[]
}

export type BuiltInRole = 'ROLE_OPERATOR' | 'ROLE_VIEWER'

const EVERYBODY: readonly BuiltInRole[] = ['ROLE_OPERATOR', 'ROLE_VIEWER']
const OPERATOR: readonly BuiltInRole[] = ['ROLE_OPERATOR']

export const MENU: readonly MenuFolder[] = [
  {
    name: 'Dashboard',
    title: '首页',
    path: '/',
    icon: 'map',
    screens: [
      {
        name: 'DashboardIndex',
        title: '地图监控',
        path: 'dashboard',
        component: 'dashboard/index',
        icon: 'map',
        noCache: true,
        affix: true,
        for: EVERYBODY,
        buttons: [
          { key: 'geo:list', title: '查看地理图层', for: EVERYBODY },
          { key: 'geo:add', title: '新增地物', for: OPERATOR },
          { key: 'geo:edit', title: '修改地物', for: OPERATOR },
          { key: 'geo:del', title: '删除地物', for: OPERATOR },
          { key: 'geo:import', title: '导入地理图层', for: OPERATOR },
        ],
      },
    ],
  },
  {
    name: 'Device',
    title: '设备',
    path: '/device',
    icon: 'valve',
    screens: [
      {
        name: 'DeviceIndex',
        title: '设备列表',
        path: 'index',
        component: 'device/index',
        key: 'device:list',
        icon: 'table',
        for: EVERYBODY,
        buttons: [
          { key: 'device:add', title: '新增设备', for: OPERATOR },
          { key: 'device:edit', title: '修改设备', for: OPERATOR },
          { key: 'device:del', title: '删除设备' },
          { key: 'device:message', title: '查看报文', for: OPERATOR },
          { key: 'command:list', title: '查看指令', for: EVERYBODY },
          { key: 'command:send', title: '下发指令', for: OPERATOR },
          { key: 'command:cancel', title: '取消指令', for: OPERATOR },
        ],
      },
      {
        name: 'DeviceUnknown',
        title: '待接入站点',
        path: 'unknown',
        component: 'device/unknown',
        key: 'unknownStation:list',
        icon: 'inbox',
      },
      {
        name: 'DeviceDetail',
        title: '设备详情',
        path: 'detail/:id',
        component: 'device/detail',
        hidden: true,
        activeMenu: '/device/index',
        for: EVERYBODY,
      },
    ],
  },
  {
    name: 'Valve',
    title: '阀门',
    path: '/valve',
    icon: 'valve',
    screens: [
      {
        name: 'ValveSlave',
        title: '从机列表',
        path: 'slave',
        component: 'valve/slave',
        icon: 'valve',
        for: EVERYBODY,
      },
    ],
  },
  {
    name: 'Fault',
    title: '故障',
    path: '/fault',
    icon: 'bell',
    screens: [
      {
        name: 'FaultDevice',
        title: '设备故障',
        path: 'fault-device',
        component: 'fault/fault-device',
        key: 'fault:list',
        icon: 'bell',
        for: EVERYBODY,
        buttons: [{ key: 'fault:ack', title: '确认故障', for: OPERATOR }],
      },
    ],
  },
  {
    name: 'Product',
    title: '产品',
    path: '/product',
    icon: 'box',
    screens: [
      {
        name: 'ProductIndex',
        title: '产品管理',
        path: 'index',
        component: 'product/index',
        key: 'product:list',
        icon: 'box',
        for: EVERYBODY,
      },
    ],
  },
  {
    name: 'Admin',
    title: '系统管理',
    path: '/admin',
    icon: 'shield',
    screens: [
      {
        name: 'AdminUser',
        title: '用户管理',
        path: 'user',
        component: 'admin/user',
        key: 'user:list',
        icon: 'user',
        buttons: [
          { key: 'user:add', title: '新增用户' },
          { key: 'user:edit', title: '修改用户' },
          { key: 'user:del', title: '删除用户' },
          { key: 'user:resetPwd', title: '重置密码' },
          { key: 'user:assignRole', title: '分配角色' },
        ],
      },
      {
        name: 'AdminDept',
        title: '部门管理',
        path: 'dept',
        component: 'admin/dept',
        key: 'dept:list',
        icon: 'tree',
        buttons: [
          { key: 'dept:add', title: '新增部门' },
          { key: 'dept:edit', title: '修改部门' },
          { key: 'dept:del', title: '删除部门' },
        ],
      },
      {
        name: 'AdminRole',
        title: '角色管理',
        path: 'role',
        component: 'admin/role',
        key: 'role:list',
        icon: 'users',
        buttons: [
          { key: 'role:add', title: '新增角色' },
          { key: 'role:edit', title: '修改角色' },
          { key: 'role:del', title: '删除角色' },
        ],
      },
    ],
  },
  {
    name: 'Profile',
    title: '个人中心',
    path: '/profile',
    icon: 'user',
    hidden: true,
    screens: [
      {
        name: 'ProfileIndex',
        title: '个人信息',
        path: 'index',
        component: 'profile/index',
        icon: 'user',
        hidden: true,
        for: EVERYBODY,
      },
    ],
  },
]

/** The roles a new installation starts with, beside ROLE_ADMIN. Afterwards they belong to the operator. */
export const BUILT_IN_ROLES: readonly { code: BuiltInRole; name: string; sort: number }[] = [
  { code: 'ROLE_OPERATOR', name: '操作员', sort: 10 },
  { code: 'ROLE_VIEWER', name: '查看者', sort: 20 },
]
