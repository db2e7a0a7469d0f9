export type BuiltInRole = 'ROLE_DEPT_ADMIN' | 'ROLE_OPERATOR' | 'ROLE_MAINTAINER' | 'ROLE_VIEWER'

export const ADMIN_ROLE_NAME = '系统管理员'

/**
 * The proposed roles (domain 1.1) as far as their keys exist, beside ROLE_ADMIN. Each is made once; afterwards it belongs
 * to the operator, and one that he deleted does not come back.
 */
export const BUILT_IN_ROLES: readonly { code: BuiltInRole; name: string; sort: number }[] = [
  { code: 'ROLE_DEPT_ADMIN', name: '部门管理员', sort: 5 },
  { code: 'ROLE_OPERATOR', name: '操作员', sort: 10 },
  { code: 'ROLE_MAINTAINER', name: '维护员', sort: 15 },
  { code: 'ROLE_VIEWER', name: '查看者', sort: 20 },
]
