import { ADMIN_ROLE, type Language } from '@sluice/contract'
import type { BuiltInWords } from '../../platform/built-in-words.ts'
import { ADMIN_ROLE_NAME, BUILT_IN_ROLES } from './built-in-roles.ts'
import { MENU } from './menu.ts'

/** What the folders, screens and buttons of `MENU` are called in English, by their names. */
const MENU_ENGLISH: Readonly<Record<string, string>> = {
  Dashboard: 'Home',
  DashboardIndex: 'Map',
  'geo:list': 'See map layers',
  'geo:add': 'Add map features',
  'geo:edit': 'Change map features',
  'geo:del': 'Delete map features',
  'geo:import': 'Import map layers',
  Device: 'Devices',
  DeviceIndex: 'Device list',
  'device:add': 'Add device',
  'device:edit': 'Change device',
  'device:del': 'Delete device',
  'device:export': 'Export device',
  'device:import': 'Import device',
  'device:message': 'Read frames',
  'message:export': 'Export frames',
  'listener:list': 'See listeners',
  'history:export': 'Export history',
  'historyImport:list': 'See history imports',
  'historyImport:edit': 'Import history',
  'command:list': 'See commands',
  'command:send': 'Send command',
  'command:cancel': 'Cancel command',
  'command:export': 'Export command',
  DeviceUnknown: 'Unknown stations',
  'unknownStation:export': 'Export unknown station',
  DeviceRefusal: 'Refusals',
  'refusal:export': 'Export refusal',
  DeviceDetail: 'Device',
  Valve: 'Valves',
  ValveSlave: 'Valve list',
  Fault: 'Faults',
  FaultDevice: 'Device faults',
  'fault:ack': 'Acknowledge fault',
  'fault:export': 'Export fault',
  Product: 'Products',
  ProductIndex: 'Product list',
  'product:export': 'Export products',
  'product:edit': 'Edit command maps',
  Admin: 'Administration',
  AdminUser: 'Users',
  'user:add': 'Add user',
  'user:edit': 'Change user',
  'user:del': 'Delete user',
  'user:export': 'Export user',
  'user:import': 'Import user',
  'user:resetPwd': 'Reset passwords',
  'user:assignRole': 'Assign roles',
  'user:resetTotp': 'Reset two-step sign-in',
  AdminDept: 'Departments',
  'dept:add': 'Add department',
  'dept:edit': 'Change department',
  'dept:del': 'Delete department',
  'dept:export': 'Export department',
  'dept:import': 'Import department',
  AdminRole: 'Roles',
  'role:add': 'Add role',
  'role:edit': 'Change role',
  'role:del': 'Delete role',
  'role:export': 'Export role',
  'role:import': 'Import roles',
  AdminResource: 'Resources',
  'resource:add': 'Add resource',
  'resource:edit': 'Change resource',
  'resource:del': 'Delete resource',
  'resource:export': 'Export resources',
  'resource:import': 'Import resources',
  AdminDict: 'Dictionaries',
  'dict:add': 'Add dictionaries',
  'dict:edit': 'Change dictionaries',
  'dict:del': 'Delete dictionaries',
  'dict:export': 'Export dictionaries',
  'dict:import': 'Import dictionaries',
  AdminSite: 'Sites',
  'site:add': 'Add site',
  'site:edit': 'Change site',
  'site:del': 'Delete site',
  'site:export': 'Export sites',
  'site:import': 'Import sites',
  AdminPermission: 'Permission check',
  AdminApiKey: 'API keys',
  'apiKey:own': 'Manage own API keys',
  'apiKey:add': 'Issue API keys',
  'apiKey:del': 'Revoke API keys',
  AdminSession: 'Online sessions',
  'session:kick': 'End session',
  'session:export': 'Export session',
  Log: 'Logs',
  LogOperation: 'Operation log',
  'operationLog:export': 'Export operation log',
  LogLogin: 'Sign-in log',
  'loginLog:export': 'Export sign-in log',
  LogSystem: 'System log',
  'systemLog:export': 'Export system log',
  Profile: 'Profile',
  ProfileIndex: 'Profile',
}

const ROLES_ENGLISH: Readonly<Record<string, string>> = {
  [ADMIN_ROLE]: 'System administrator',
  ROLE_DEPT_ADMIN: 'Department administrator',
  ROLE_OPERATOR: 'Operator',
  ROLE_MAINTAINER: 'Maintainer',
  ROLE_VIEWER: 'Viewer',
}

/** One that has no English yet fails the test beside this file. */
function wordsOf(titles: Iterable<readonly [string, string]>, english: Readonly<Record<string, string>>): BuiltInWords {
  return Object.fromEntries(
    [...titles].map(([name, title]) => [name, { 'zh-CN': title, 'en-US': english[name] ?? title }]),
  )
}

/** By the name of the entry. */
export const MENU_WORDS: BuiltInWords = wordsOf(
  MENU.flatMap((folder) => [
    [folder.name, folder.title] as const,
    ...folder.screens.flatMap((screen) => [
      [screen.name, screen.title] as const,
      ...(screen.buttons ?? []).map(({ key, title }) => [key, title] as const),
    ]),
  ]),
  MENU_ENGLISH,
)

/** By the code of the role. */
export const ROLE_WORDS: BuiltInWords = wordsOf(
  [[ADMIN_ROLE, ADMIN_ROLE_NAME], ...BUILT_IN_ROLES.map(({ code, name }) => [code, name] as const)],
  ROLES_ENGLISH,
)

/** What a role is called that somebody holds and whoever asks does not see. */
export const HIDDEN_ROLE: Readonly<Record<Language, string>> = {
  'zh-CN': '其他部门的角色',
  'en-US': 'a role of another department',
}
