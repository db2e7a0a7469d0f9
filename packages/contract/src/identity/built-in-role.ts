import { ADMIN_ROLE } from './role.resource.ts'
import type { Words } from '../machine/words.ts'

/**
 * The built-in roles (domain 1.1), apart from ROLE_ADMIN. Each is created once; afterwards it belongs to the operator,
 * and a deleted one is not created again.
 */
export const BUILT_IN_ROLES = [
  { code: 'ROLE_DEPT_ADMIN', name: ['部门管理员', 'Department administrator'], sort: 5 },
  { code: 'ROLE_OPERATOR', name: ['操作员', 'Operator'], sort: 10 },
  { code: 'ROLE_MAINTAINER', name: ['维护员', 'Maintainer'], sort: 15 },
  { code: 'ROLE_VIEWER', name: ['只读用户', 'Read-only user'], sort: 20 },
] as const satisfies readonly { code: string; name: Words; sort: number }[]
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number]['code']

/** Every built-in role by its code. */
export const ROLE_NAMES: Readonly<Record<string, Words>> = {
  [ADMIN_ROLE]: ['系统管理员', 'System administrator'],
  ...Object.fromEntries(BUILT_IN_ROLES.map(({ code, name }) => [code, name])),
}

export const EVERYBODY: readonly BuiltInRole[] = BUILT_IN_ROLES.map(({ code }) => code)
export const OPERATORS: readonly BuiltInRole[] = ['ROLE_DEPT_ADMIN', 'ROLE_OPERATOR']
/** Faults and repair, without control. */
export const MAINTAINERS: readonly BuiltInRole[] = [...OPERATORS, 'ROLE_MAINTAINER']
/** A customer's own administrator, who can grant only what they hold (domain 1.3). */
export const DEPT_ADMINS: readonly BuiltInRole[] = ['ROLE_DEPT_ADMIN']
/** Only ROLE_ADMIN, which has every right. */
export const ADMINS: readonly BuiltInRole[] = []
