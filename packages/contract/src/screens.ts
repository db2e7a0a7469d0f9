import { AFTERSALE_SCREENS } from './aftersale/aftersale.screens.ts'
import { commandTemplateResource } from './command/command-template.resource.ts'
import { operatorKeyResource } from './command/operator-key.ts'
import { commandResource } from './command/command.resource.ts'
import { dictEntryResource } from './dictionary/dict-entry.resource.ts'
import { alarmLimitResource } from './fault/alarm-limit.resource.ts'
import { FAULT_SCREENS } from './fault/fault.screens.ts'
import { WORKFLOW_SCREENS } from './flow/flow.screens.ts'
import { blockedAddressResource } from './gateway/blocked-address.resource.ts'
import { connectLogResource } from './gateway/connect-log.resource.ts'
import { geoFeatureResource } from './geography/geo-feature.resource.ts'
import { apiKeyResource } from './identity/api-key.resource.ts'
import { ADMINS, DEPT_ADMINS, EVERYBODY, MAINTAINERS, OPERATORS } from './identity/built-in-role.ts'
import { departmentResource } from './identity/department.resource.ts'
import { menuEntryResource } from './identity/menu-entry.resource.ts'
import { sessionResource } from './identity/online.operations.ts'
import { roleResource } from './identity/role.resource.ts'
import { userResource } from './identity/user.resource.ts'
import { loginLogResource } from './journal/login-log.resource.ts'
import { operationLogResource } from './journal/operation-log.resource.ts'
import { systemLogResource } from './journal/system-log.resource.ts'
import { LAMP_SCREENS } from './lamp/lamp.screens.ts'
import { resourceButtons, resourceScreen, type ScreenFolder } from './machine/screen.ts'
import type { Words } from './machine/words.ts'
import { OFFICE_SCREENS } from './office/office.screens.ts'
import { categoryResource } from './registry/category.resource.ts'
import { DEVICE_SCREENS } from './registry/device.screens.ts'
import { productResource } from './registry/product/product.resource.ts'
import { SENSOR_SCREENS } from './sensor/sensor.screens.ts'
import { siteResource } from './site/site.resource.ts'
import { TEMPERATURE_SCREENS } from './temperature/temperature.screens.ts'
import { valveSlaveResource } from './valve/valve-slave.resource.ts'

/**
 * Every screen of the console, once: menu, addresses, permission keys, the rights of the built-in roles and all their
 * names follow from this list. A list and form without code of its own is one `resourceScreen` line.
 */
export const SCREENS: readonly ScreenFolder[] = [
  {
    name: 'Dashboard',
    title: ['首页', 'Home'],
    path: '/',
    icon: 'map',
    screens: [
      {
        name: 'DashboardIndex',
        title: ['地图监控', 'Map'],
        path: 'dashboard',
        component: 'dashboard/index',
        icon: 'map',
        noCache: true,
        affix: true,
        known: true,
        for: EVERYBODY,
        buttons: [
          { key: 'geo:list', title: ['查看地理图层', 'View map layers'], for: EVERYBODY },
          ...resourceButtons(geoFeatureResource, { insert: OPERATORS, update: OPERATORS, del: OPERATORS }),
          { key: 'geo:import', title: ['导入地理图层', 'Import map layers'], for: OPERATORS },
        ],
      },
    ],
  },
  DEVICE_SCREENS,
  {
    name: 'Valve',
    title: ['阀门', 'Valves'],
    path: '/valve',
    icon: 'valve',
    screens: [
      {
        name: 'ValveSlave',
        title: ['阀门列表', 'Valves'],
        path: 'slave',
        component: 'valve/slave',
        resource: valveSlaveResource,
        icon: 'valve',
        known: true,
        for: EVERYBODY,
      },
      {
        name: 'CommandLedger',
        title: commandResource.names.many,
        path: 'ledger',
        component: 'valve/ledger',
        resource: commandResource,
        icon: 'history',
        for: EVERYBODY,
      },
    ],
  },
  TEMPERATURE_SCREENS,
  SENSOR_SCREENS,
  LAMP_SCREENS,
  FAULT_SCREENS,
  AFTERSALE_SCREENS,
  OFFICE_SCREENS,
  WORKFLOW_SCREENS,
  {
    name: 'History',
    title: ['历史', 'History'],
    path: '/history',
    icon: 'history',
    screens: [
      {
        name: 'HistoryValveAlarm',
        title: ['阀门报警历史', 'Valve alarm history'],
        path: 'valve-alarm',
        component: 'history/valve-alarm',
        icon: 'valve',
        for: EVERYBODY,
      },
    ],
  },
  {
    name: 'Configuration',
    title: ['配置', 'Configuration'],
    path: '/configuration',
    icon: 'sliders',
    screens: [
      resourceScreen(alarmLimitResource, {
        name: 'ConfigurationAlarm',
        path: 'alarm',
        component: 'configuration/alarm',
        icon: 'sliders',
        for: EVERYBODY,
        may: { insert: DEPT_ADMINS, update: DEPT_ADMINS, del: DEPT_ADMINS, export: EVERYBODY },
      }),
    ],
  },
  {
    name: 'Netty',
    title: ['通讯诊断', 'Diagnostics'],
    path: '/netty',
    icon: 'unplug',
    screens: [
      {
        name: 'NettyByteLog',
        title: ['字节日志', 'Byte log'],
        path: 'byte-log',
        component: 'netty/byte-log',
        key: 'byteLog:list',
        icon: 'list',
        for: MAINTAINERS,
      },
      resourceScreen(connectLogResource, {
        name: 'NettyConnectLog',
        path: 'connect-log',
        component: 'netty/connect-log',
        icon: 'unplug',
        for: MAINTAINERS,
        may: { export: MAINTAINERS, kick: OPERATORS },
      }),
      resourceScreen(blockedAddressResource, {
        name: 'NettyBlocked',
        path: 'blocked',
        component: 'netty/blocked',
        icon: 'shield',
      }),
      {
        name: 'NettyFrame',
        title: ['报文解析', 'Frame inspector'],
        path: 'frame',
        component: 'netty/frame',
        key: 'frame:inspect',
        icon: 'search',
        for: MAINTAINERS,
      },
      {
        name: 'NettyCommand',
        title: ['下发指令', 'Send a command'],
        path: 'netty-cmd',
        component: 'netty/netty-cmd',
        icon: 'enter',
        known: true,
        for: OPERATORS,
        buttons: [{ key: 'netty:cmd:send', title: ['在指令页下发指令', 'Send from the command page'], for: OPERATORS }],
      },
      resourceScreen(operatorKeyResource, {
        name: 'NettyOperatorKey',
        path: 'operator-key',
        component: 'netty/operator-key',
        icon: 'key',
        for: OPERATORS,
        may: { issue: OPERATORS, revoke: OPERATORS },
      }),
      resourceScreen(commandTemplateResource, {
        name: 'NettyTemplate',
        path: 'template',
        icon: 'sheet',
        for: OPERATORS,
        may: { insert: OPERATORS, update: OPERATORS, del: OPERATORS, export: OPERATORS, import: OPERATORS },
      }),
    ],
  },
  {
    name: 'Product',
    title: ['产品', 'Products'],
    path: '/product',
    icon: 'box',
    screens: [
      resourceScreen(productResource, {
        name: 'ProductIndex',
        title: ['产品管理', 'Product list'],
        path: 'index',
        component: 'product/index',
        icon: 'box',
        for: EVERYBODY,
        may: { export: EVERYBODY },
        more: [{ key: 'product:provision', title: ['设置设备自注册', 'Set how devices register themselves'] }],
      }),
    ],
  },
  {
    name: 'Category',
    title: ['产品分类', 'Product categories'],
    path: '/category',
    icon: 'tree',
    screens: [
      resourceScreen(categoryResource, {
        name: 'CategoryIndex',
        path: 'index',
        icon: 'tree',
        for: EVERYBODY,
        may: { export: EVERYBODY },
      }),
    ],
  },
  {
    name: 'Admin',
    title: ['系统管理', 'Administration'],
    path: '/admin',
    icon: 'shield',
    screens: [
      resourceScreen(userResource, {
        name: 'AdminUser',
        title: ['用户管理', 'Users'],
        path: 'user',
        component: 'admin/user',
        icon: 'user',
        for: DEPT_ADMINS,
        may: {
          insert: DEPT_ADMINS,
          update: DEPT_ADMINS,
          del: DEPT_ADMINS,
          export: DEPT_ADMINS,
          import: DEPT_ADMINS,
          roles: DEPT_ADMINS,
          reset: DEPT_ADMINS,
          totp: DEPT_ADMINS,
        },
      }),
      resourceScreen(departmentResource, {
        name: 'AdminDept',
        title: ['部门管理', 'Departments'],
        path: 'dept',
        component: 'admin/dept',
        icon: 'tree',
        for: DEPT_ADMINS,
        may: { insert: DEPT_ADMINS, update: DEPT_ADMINS, del: DEPT_ADMINS, export: DEPT_ADMINS, import: DEPT_ADMINS },
      }),
      resourceScreen(roleResource, {
        name: 'AdminRole',
        title: ['角色管理', 'Roles'],
        path: 'role',
        component: 'admin/role',
        icon: 'users',
        for: DEPT_ADMINS,
        may: { insert: DEPT_ADMINS, update: DEPT_ADMINS, del: DEPT_ADMINS, export: DEPT_ADMINS, import: DEPT_ADMINS },
      }),
      resourceScreen(menuEntryResource, {
        name: 'AdminResource',
        title: ['资源管理', 'Resources'],
        path: 'resource',
        component: 'admin/resource',
        icon: 'list',
      }),
      resourceScreen(dictEntryResource, {
        name: 'AdminDict',
        title: ['字典管理', 'Dictionaries'],
        path: 'dict',
        component: 'admin/dict',
        icon: 'book',
        calls: { many: ['字典', 'Dictionaries'], one: ['字典', 'dictionary'] },
      }),
      resourceScreen(siteResource, {
        name: 'AdminSite',
        path: 'site',
        component: 'admin/site',
        icon: 'globe',
        for: DEPT_ADMINS,
        may: { update: DEPT_ADMINS, export: DEPT_ADMINS },
      }),
      {
        name: 'AdminPermission',
        title: ['权限诊断', 'Permission check'],
        path: 'permission',
        component: 'admin/permission',
        key: 'permission:explain',
        icon: 'shield',
        for: DEPT_ADMINS,
      },
      resourceScreen(apiKeyResource, {
        name: 'AdminApiKey',
        path: 'api-key',
        component: 'admin/api-key',
        icon: 'padlock',
        for: DEPT_ADMINS,
        may: { issue: DEPT_ADMINS, revoke: DEPT_ADMINS },
        more: [{ key: 'apiKey:own', title: ['管理自己的密钥', 'Manage own API keys'], for: DEPT_ADMINS }],
      }),
      resourceScreen(sessionResource, {
        name: 'AdminSession',
        path: 'session',
        component: 'admin/session',
        icon: 'screen',
        for: DEPT_ADMINS,
        may: { export: DEPT_ADMINS, kick: DEPT_ADMINS },
        calls: { many: ['在线会话', 'Sessions'], one: ['在线会话', 'session'] },
      }),
    ],
  },
  {
    name: 'Log',
    title: ['日志', 'Logs'],
    path: '/log',
    icon: 'history',
    screens: [
      resourceScreen(operationLogResource, {
        name: 'LogOperation',
        path: 'operation',
        component: 'log/operation',
        icon: 'history',
        for: DEPT_ADMINS,
        may: { export: DEPT_ADMINS },
        more: [{ key: 'operationLog:verify', title: ['核验操作日志', 'Verify the operation log'] }],
      }),
      resourceScreen(loginLogResource, {
        name: 'LogLogin',
        path: 'login',
        component: 'log/login',
        icon: 'enter',
        for: DEPT_ADMINS,
        may: { export: DEPT_ADMINS },
      }),
      resourceScreen(systemLogResource, {
        name: 'LogSystem',
        path: 'system',
        component: 'log/system',
        icon: 'server',
        for: ADMINS,
      }),
    ],
  },
  {
    name: 'Profile',
    title: ['个人中心', 'Profile'],
    path: '/profile',
    icon: 'user',
    hidden: true,
    screens: [
      {
        name: 'ProfileIndex',
        title: ['个人信息', 'Profile'],
        path: 'index',
        component: 'profile/index',
        icon: 'user',
        hidden: true,
        known: true,
        for: EVERYBODY,
      },
    ],
  },
]

/** The names of every folder, screen and button, by entry name. */
export const ENTRY_NAMES: Readonly<Record<string, Words>> = Object.fromEntries(
  SCREENS.flatMap((folder) => [
    [folder.name, folder.title] as const,
    ...folder.screens.flatMap((screen) => [
      [screen.name, screen.title] as const,
      ...(screen.buttons ?? []).map(({ key, title }) => [key, title] as const),
    ]),
  ]),
)
