/** Rows of another department, by what they are. The device has reported, so it has states, messages and a fault. */
export interface Foreign {
  dept: string
  user: string
  role: string
  device: string
  fault: string
  /** A line of the list of refusals, about its device. */
  refusal: string
  command: string
  edge: string
  /** A sign-in of its user, and lines of the logs about it and about what he did. */
  session: string
  login: string
  operation: string
  site: string
  /** A key of a program that acts as its user. */
  apiKey: string
  /** An import of history that runs. */
  history: string
  /** An export with its file. */
  job: string
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
    '/device/v1/message/export': { refused: { deviceId: theirs.device, format: 'csv', columns: ['ts'] } },
    '/device/v1/history/export': { refused: { deviceId: theirs.device, ...range, format: 'csv' } },
    '/device/v1/device/connections': ofDevice,
    '/device/v1/device/faults': ofDevice,
    '/device/v1/device/connection': ofDevice,
    '/device/v1/device/refusals': ofDevice,
    '/device/v1/device/rotatePassword': ofDevice,
    '/device/v1/device/clearPassword': ofDevice,
    '/device/v1/device/attributes': ofDevice,
    '/device/v1/device/saveSharedAttributes': { refused: { deviceId: theirs.device, values: { a: 1 } } },
    // Products are everybody's: only for who sees everything.
    '/cloud/v1/product/saveCommandMap': { refused: { id: '1', version: 0, commandMap: null } },
    '/device/v1/device/map': { nothing: {} },
    '/device/v1/dashboard/summary': { nothing: {} },
    '/device/v1/dashboard/water': { nothing: {} },
    '/device/v1/device/faultCount': { nothing: {} },
    '/device/v1/fault/ack': { refused: { id: theirs.fault, version: 0 } },
    // Stations of nobody: only for who sees everything.
    '/device/v1/unknownStation/frames': { refused: { id: '1' } },
    '/device/v1/unknownStation/adopt': { refused: adoption },
    '/valve/v1/command/send': { refused: { deviceId: theirs.device, code: 'READ', idempotencyKey: 'foreign' } },
    '/valve/v1/command/preview': { refused: { deviceId: theirs.device, code: 'READ' } },
    '/valve/v1/command/get': { refused: { id: theirs.command } },
    '/valve/v1/command/cancel': { refused: { id: theirs.command } },
    '/valve/v1/command/page': { nothing: {} },
    '/device/v1/geo/map': { nothing: {} },
    '/device/v1/geo/import': { unseen: 'deptId', input: { deptId: theirs.dept, features: [{}] } },
    '/device/v1/network/flows': { nothing: {} },
    '/device/v1/network/isolate': { refused: { edgeId: theirs.edge } },
    '/device/v1/network/attach': { refused: { deviceId: theirs.device, edgeId: theirs.edge } },
    '/device/v1/historyImport/begin': {
      refused: {
        name: 'n',
        program: 'p',
        deptId: theirs.dept,
        fromTime: new Date(now.getTime() - 86_400_000).toISOString(),
        toTime: now.toISOString(),
        expected: 1,
      },
    },
    '/device/v1/historyImport/rows': {
      refused: {
        id: theirs.history,
        after: null,
        cursor: 'c',
        devices: [{ deviceId: theirs.device, times: [1], columns: { level: [1] } }],
      },
    },
    '/device/v1/historyImport/finish': { refused: { id: theirs.history } },
    '/device/v1/historyImport/cancel': { refused: { id: theirs.history } },
    '/device/v1/historyImport/get': { refused: { id: theirs.history } },
    '/device/v1/historyImport/page': { nothing: {} },
    '/device/v1/historyImport/running': { nothing: {} },
    '/device/v1/map/settings': { nobody: 'where tiles come from is a setting of the server' },
    '/netty/v1/listener/page': { nobody: 'where devices connect is a setting of the server' },
    '/security/v1/sysUser/resetPwd': { refused: { id: theirs.user } },
    '/security/v1/sysUser/getAuthRoleListByUserId': { refused: { userId: theirs.user } },
    '/security/v1/sysUser/saveAuthRole': { refused: { userId: theirs.user, roleIds: [] } },
    '/security/v1/system/dict-data/getDictDataListByDictType': { nobody: 'dictionaries are the same for all' },
    '/security/v1/resources/insert': { refused: { title: 'x', type: '1', routePath: '/x' } },
    '/security/v1/resources/update': { refused: { id: '1', title: 'x' } },
    '/security/v1/resources/del': { refused: { id: '1' } },
    '/security/v1/session/page': { nothing: {} },
    '/security/v1/session/kick': { refused: { id: theirs.session } },
    '/security/v1/sysUser/usernameTaken': { nobody: 'a name is taken for all, and only that is said' },
    '/security/v1/log/operation/page': { nothing: {} },
    '/security/v1/log/operation/get': { refused: { id: theirs.operation } },
    '/security/v1/log/operation/actions': { nobody: 'names of verbs' },
    '/security/v1/log/login/page': { nothing: {} },
    '/security/v1/log/system/page': { refused: {} },
    '/security/v1/dept/tree': { nothing: {} },
    '/security/v1/resources/treeList': { nobody: 'what can be granted is the same for all' },
    '/security/v1/resources/listByRole': { refused: { roleId: theirs.role } },
    '/security/v1/resources/getRouterList': own,
    '/security/v1/jobRun/page': own,
    '/security/v1/jobRun/report': { refused: { id: theirs.job } },
    '/security/v1/jobRun/cancel': { refused: { id: theirs.job } },
    '/security/v1/jobRun/del': { refused: { id: theirs.job } },
    '/security/v1/jobRun/file': { refused: { id: theirs.job } },
    '/security/v1/preference/get': own,
    '/security/v1/preference/save': own,
    '/security/v1/sysUser/getInfo': own,
    '/security/v1/sysUser/logout': own,
    '/security/v1/sysUser/updatePwd': own,
    '/security/v1/sysUser/profile': own,
    '/security/v1/sysUser/updateProfile': own,
    '/security/v1/sysUser/totp': own,
    '/security/v1/sysUser/totpBegin': own,
    '/security/v1/sysUser/totpConfirm': own,
    '/security/v1/sysUser/totpRecovery': own,
    '/security/v1/sysUser/totpDisable': own,
    '/security/v1/sysUser/avatar': own,
    '/security/v1/sysUser/removeAvatar': own,
    '/security/v1/sysUser/apiKeys': own,
    '/security/v1/sysUser/issueApiKey': own,
    '/security/v1/sysUser/revokeApiKey': { refused: { id: theirs.apiKey } },
    '/security/v1/sysUser/resetTotp': { refused: { id: theirs.user } },
    '/security/v1/apiKey/issue': {
      refused: {
        userId: theirs.user,
        name: 'n',
        scopes: ['user:list'],
        expireTime: new Date(now.getTime() + 86_400_000).toISOString(),
      },
    },
    '/security/v1/apiKey/revoke': { refused: { id: theirs.apiKey } },
    '/security/v1/permission/explain': { refused: { userId: theirs.user } },
    '/security/v1/permission/ask': { refused: { userId: theirs.user, key: 'user:list' } },
  }
}
