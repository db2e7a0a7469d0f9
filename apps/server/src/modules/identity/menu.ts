import type { BuiltInRole } from './built-in-roles.ts'

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

const EVERYBODY: readonly BuiltInRole[] = ['ROLE_DEPT_ADMIN', 'ROLE_OPERATOR', 'ROLE_MAINTAINER', 'ROLE_VIEWER']
const OPERATOR: readonly BuiltInRole[] = ['ROLE_DEPT_ADMIN', 'ROLE_OPERATOR']
/** Faults and repair, without control. */
const MAINTAINER: readonly BuiltInRole[] = [...OPERATOR, 'ROLE_MAINTAINER']
/** A customer's own administrator: he can grant only what he holds (domain 1.3). */
const DEPT_ADMIN: readonly BuiltInRole[] = ['ROLE_DEPT_ADMIN']

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
    icon: 'server',
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
          { key: 'device:export', title: '导出设备', for: EVERYBODY },
          { key: 'device:import', title: '导入设备' },
          { key: 'device:message', title: '查看报文', for: MAINTAINER },
          { key: 'listener:list', title: '查看接入端口' },
          { key: 'message:export', title: '导出报文', for: MAINTAINER },
          { key: 'history:export', title: '导出历史数据', for: EVERYBODY },
          { key: 'historyImport:list', title: '查看历史数据导入', for: EVERYBODY },
          { key: 'historyImport:edit', title: '导入历史数据' },
          { key: 'command:list', title: '查看指令', for: EVERYBODY },
          { key: 'command:send', title: '下发指令', for: OPERATOR },
          { key: 'command:cancel', title: '取消指令', for: OPERATOR },
          { key: 'command:export', title: '导出指令', for: EVERYBODY },
        ],
      },
      {
        name: 'DeviceUnknown',
        title: '待接入站点',
        path: 'unknown',
        component: 'device/unknown',
        key: 'unknownStation:list',
        icon: 'inbox',
        buttons: [{ key: 'unknownStation:export', title: '导出待接入站点' }],
      },
      {
        name: 'DeviceRefusal',
        title: '拒收记录',
        path: 'refusal',
        component: 'device/refusal',
        key: 'refusal:list',
        icon: 'shield',
        for: MAINTAINER,
        buttons: [{ key: 'refusal:export', title: '导出拒收记录', for: MAINTAINER }],
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
        buttons: [
          { key: 'fault:ack', title: '确认故障', for: MAINTAINER },
          { key: 'fault:export', title: '导出故障', for: EVERYBODY },
        ],
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
        buttons: [
          { key: 'product:export', title: '导出产品', for: EVERYBODY },
          { key: 'product:edit', title: '修改指令映射' },
        ],
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
        for: DEPT_ADMIN,
        buttons: [
          { key: 'user:add', title: '新增用户', for: DEPT_ADMIN },
          { key: 'user:edit', title: '修改用户', for: DEPT_ADMIN },
          { key: 'user:del', title: '删除用户', for: DEPT_ADMIN },
          { key: 'user:export', title: '导出用户', for: DEPT_ADMIN },
          { key: 'user:import', title: '导入用户', for: DEPT_ADMIN },
          { key: 'user:resetPwd', title: '重置密码', for: DEPT_ADMIN },
          { key: 'user:assignRole', title: '分配角色', for: DEPT_ADMIN },
          { key: 'user:resetTotp', title: '重置两步验证', for: DEPT_ADMIN },
        ],
      },
      {
        name: 'AdminDept',
        title: '部门管理',
        path: 'dept',
        component: 'admin/dept',
        key: 'dept:list',
        icon: 'tree',
        for: DEPT_ADMIN,
        buttons: [
          { key: 'dept:add', title: '新增部门', for: DEPT_ADMIN },
          { key: 'dept:edit', title: '修改部门', for: DEPT_ADMIN },
          { key: 'dept:del', title: '删除部门', for: DEPT_ADMIN },
          { key: 'dept:export', title: '导出部门', for: DEPT_ADMIN },
          { key: 'dept:import', title: '导入部门', for: DEPT_ADMIN },
        ],
      },
      {
        name: 'AdminRole',
        title: '角色管理',
        path: 'role',
        component: 'admin/role',
        key: 'role:list',
        icon: 'users',
        for: DEPT_ADMIN,
        buttons: [
          { key: 'role:add', title: '新增角色', for: DEPT_ADMIN },
          { key: 'role:edit', title: '修改角色', for: DEPT_ADMIN },
          { key: 'role:del', title: '删除角色', for: DEPT_ADMIN },
          { key: 'role:export', title: '导出角色', for: DEPT_ADMIN },
          { key: 'role:import', title: '导入角色', for: DEPT_ADMIN },
        ],
      },
      {
        name: 'AdminResource',
        title: '资源管理',
        path: 'resource',
        component: 'admin/resource',
        key: 'resource:list',
        icon: 'list',
        buttons: [
          { key: 'resource:add', title: '新增资源' },
          { key: 'resource:edit', title: '修改资源' },
          { key: 'resource:del', title: '删除资源' },
          { key: 'resource:export', title: '导出资源' },
          { key: 'resource:import', title: '导入资源' },
        ],
      },
      {
        name: 'AdminDict',
        title: '字典管理',
        path: 'dict',
        component: 'admin/dict',
        key: 'dict:list',
        icon: 'book',
        buttons: [
          { key: 'dict:add', title: '新增字典' },
          { key: 'dict:edit', title: '修改字典' },
          { key: 'dict:del', title: '删除字典' },
          { key: 'dict:export', title: '导出字典' },
          { key: 'dict:import', title: '导入字典' },
        ],
      },
      {
        name: 'AdminSite',
        title: '站点管理',
        path: 'site',
        component: 'admin/site',
        key: 'site:list',
        icon: 'globe',
        buttons: [
          { key: 'site:add', title: '新增站点' },
          { key: 'site:edit', title: '修改站点', for: DEPT_ADMIN },
          { key: 'site:del', title: '删除站点' },
          { key: 'site:export', title: '导出站点', for: DEPT_ADMIN },
          { key: 'site:import', title: '导入站点' },
        ],
        for: DEPT_ADMIN,
      },
      {
        name: 'AdminPermission',
        title: '权限诊断',
        path: 'permission',
        component: 'admin/permission',
        key: 'permission:explain',
        icon: 'shield',
        for: DEPT_ADMIN,
      },
      {
        name: 'AdminApiKey',
        title: '接口密钥',
        path: 'api-key',
        component: 'admin/api-key',
        key: 'apiKey:list',
        icon: 'padlock',
        for: DEPT_ADMIN,
        buttons: [
          { key: 'apiKey:own', title: '管理自己的密钥', for: DEPT_ADMIN },
          { key: 'apiKey:add', title: '新增密钥', for: DEPT_ADMIN },
          { key: 'apiKey:del', title: '吊销密钥', for: DEPT_ADMIN },
        ],
      },
      {
        name: 'AdminSession',
        title: '在线会话',
        path: 'session',
        component: 'admin/session',
        key: 'session:list',
        icon: 'screen',
        for: DEPT_ADMIN,
        buttons: [
          { key: 'session:kick', title: '强制下线', for: DEPT_ADMIN },
          { key: 'session:export', title: '导出在线会话', for: DEPT_ADMIN },
        ],
      },
    ],
  },
  {
    name: 'Log',
    title: '日志',
    path: '/log',
    icon: 'history',
    screens: [
      {
        name: 'LogOperation',
        title: '操作日志',
        path: 'operation',
        component: 'log/operation',
        key: 'operationLog:list',
        icon: 'history',
        for: DEPT_ADMIN,
        buttons: [{ key: 'operationLog:export', title: '导出操作日志', for: DEPT_ADMIN }],
      },
      {
        name: 'LogLogin',
        title: '登录日志',
        path: 'login',
        component: 'log/login',
        key: 'loginLog:list',
        icon: 'enter',
        for: DEPT_ADMIN,
        buttons: [{ key: 'loginLog:export', title: '导出登录日志', for: DEPT_ADMIN }],
      },
      {
        name: 'LogSystem',
        title: '系统日志',
        path: 'system',
        component: 'log/system',
        key: 'systemLog:list',
        icon: 'server',
        buttons: [{ key: 'systemLog:export', title: '导出系统日志' }],
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
