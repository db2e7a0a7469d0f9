import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

/** A random one-time password, shown once; every session of that user ends (AD-3). */
export const resetPassword = defineOperation({
  title: ['重置密码', 'Reset a password'],
  method: 'POST',
  path: '/security/v1/sysUser/resetPwd',
  access: { key: 'user:resetPwd' },
  callers: 'people-and-programs',
  tenant: { row: 'user', in: 'id' },
  audit: 'user.resetPassword',
  input: z.strictObject({ id }),
  output: z.object({ oneTimePassword: z.string() }),
})

/** Every role that can be chosen, and whether the user has it (API-8). */
export const getAuthRoleList = defineOperation({
  title: ['用户可有的角色', 'Roles for a user'],
  method: 'GET',
  path: '/security/v1/sysUser/getAuthRoleListByUserId',
  access: { key: 'user:assignRole' },
  tenant: { row: 'user', in: 'userId' },
  input: z.strictObject({ userId: id }),
  output: z.array(
    z.object({ id, roleName: z.string(), roleKey: z.string(), roleStatus: z.string(), granted: z.boolean() }),
  ),
})

/** Replaces the user's whole set of roles (AD-2). */
export const saveAuthRole = defineOperation({
  title: ['分配角色', 'Assign roles'],
  method: 'POST',
  path: '/security/v1/sysUser/saveAuthRole',
  access: { key: 'user:assignRole' },
  callers: 'people-and-programs',
  tenant: { row: 'user', in: 'userId' },
  audit: 'user.saveRoles',
  input: z.strictObject({ userId: id, roleIds: z.array(id).max(100) }),
  output: z.literal(true),
})

/** Ids of the resources a role holds (API-15). */
export const resourcesOfRole = defineOperation({
  title: ['角色的权限', 'Permissions of a role'],
  method: 'GET',
  path: '/security/v1/resources/listByRole',
  access: { key: 'role:list' },
  tenant: { row: 'role', in: 'roleId' },
  input: z.strictObject({ roleId: id }),
  output: z.array(id),
})

export interface DepartmentNode {
  id: string
  parentId: string | null
  name: string
  children?: DepartmentNode[] | undefined
}

const departmentNode: z.ZodType<DepartmentNode> = z.lazy(() =>
  z.object({ id, parentId: id.nullable(), name: z.string(), children: z.array(departmentNode).optional() }),
)

/** The departments inside the caller's data scope, as a tree for choosers and filters. */
export const departmentTree = defineOperation({
  title: ['部门树', 'Tree of departments'],
  method: 'GET',
  path: '/security/v1/dept/tree',
  access: 'session',
  tenant: 'scope',
  input: z.strictObject({}),
  output: z.array(departmentNode),
})
