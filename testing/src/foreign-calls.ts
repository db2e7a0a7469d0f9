/** Rows of another department, by what they are. The device has reported, so it has states, messages and a fault. */
export interface Foreign {
  dept: string
  user: string
  device: string
  fault: string
  command: string
  edge: string
}

/**
 * How somebody of another department tries to reach what is not his, for every call that is not a resource's.
 * `refused`: 403 or 404. `unseen`: that field is called not-found, as in a form. `nothing`: he is answered, and no
 * foreign id is in it. `nobody`: why it belongs to no tenant.
 */
export type ForeignCall =
  | { refused: Record<string, unknown> }
  | { unseen: string; input: Record<string, unknown> }
  | { nothing: Record<string, unknown> }
  | { nobody: string }

/** One line per call. A call that is mounted and not in here fails the walk. */
export function foreignCalls(theirs: Foreign, now: Date): Readonly<Record<string, ForeignCall>> {
  const ofDevice = { refused: { deviceId: theirs.device } }
  const range = { keys: 'level', startTime: new Date(0).toISOString(), endTime: now.toISOString() }
  const adoption = { id: '1', name: 'n', deviceNo: 'n', productId: '1', deptId: theirs.dept }
  const own = { nobody: 'answers about the caller himself' }
  return {
    '/device/v1/device/latest': ofDevice,
    '/device/v1/device/states': { nothing: { deviceIds: theirs.device } },
    '/device/v1/device/history': { refused: { deviceId: theirs.device, ...range } },
    '/device/v1/device/messages': ofDevice,
    '/device/v1/device/connections': ofDevice,
    '/device/v1/device/faults': ofDevice,
    '/device/v1/device/connection': ofDevice,
    '/device/v1/device/rotatePassword': ofDevice,
    '/device/v1/device/clearPassword': ofDevice,
    '/device/v1/device/map': { nothing: {} },
    '/device/v1/dashboard/summary': { nothing: {} },
    '/device/v1/device/faultCount': { nothing: {} },
    '/device/v1/fault/page': { nothing: {} },
    '/device/v1/fault/ack': { refused: { id: theirs.fault, version: 0 } },
    // Stations of nobody: only for who sees everything.
    '/device/v1/unknownStation/page': { refused: {} },
    '/device/v1/unknownStation/frames': { refused: { id: '1' } },
    '/device/v1/unknownStation/adopt': { refused: adoption },
    '/valve/v1/command/send': { refused: { deviceId: theirs.device, code: 'READ', idempotencyKey: 'foreign' } },
    '/valve/v1/command/preview': { refused: { deviceId: theirs.device, code: 'READ' } },
    '/valve/v1/command/get': { refused: { id: theirs.command } },
    '/valve/v1/command/cancel': { refused: { id: theirs.command } },
    '/valve/v1/command/page': { nothing: {} },
    '/device/v1/geo/map': { nothing: {} },
    '/device/v1/geo/import': { unseen: 'deptId', input: { deptId: theirs.dept, features: [{}] } },
    '/device/v1/network/isolate': { refused: { edgeId: theirs.edge } },
    '/device/v1/network/attach': { refused: { deviceId: theirs.device, edgeId: theirs.edge } },
    '/device/v1/map/settings': { nobody: 'where tiles come from is a setting of the server' },
    '/netty/v1/listener/page': { nobody: 'where devices connect is a setting of the server' },
    '/security/v1/sysUser/resetPwd': { refused: { id: theirs.user } },
    '/security/v1/sysUser/getAuthRoleListByUserId': { refused: { userId: theirs.user } },
    '/security/v1/sysUser/saveAuthRole': { refused: { userId: theirs.user, roleIds: [] } },
    '/security/v1/dept/tree': { nothing: {} },
    '/security/v1/resources/treeList': { nobody: 'what can be granted is the same for all' },
    '/security/v1/resources/listByRole': { nobody: 'roles belong to the platform' },
    '/security/v1/resources/getRouterList': own,
    '/security/v1/sysUser/getInfo': own,
    '/security/v1/sysUser/logout': own,
    '/security/v1/sysUser/updatePwd': own,
  }
}
