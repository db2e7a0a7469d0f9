import type { ErrorCode } from './error-codes.ts'
import type { Language } from './language.ts'

/** The envelope's text of an error, per language. `{name}` is filled from the error's facts. */
export const ERROR_TEXTS: Record<ErrorCode, Record<Language, string>> = {
  'session-over': { 'zh-CN': '登录已过期，请重新登录', 'en-US': 'Login expired, please log in again' },
  validation: { 'zh-CN': '输入内容有误，请检查', 'en-US': 'Please check what you entered' },
  'not-permitted': { 'zh-CN': '没有操作权限', 'en-US': 'Not permitted' },
  'not-found': { 'zh-CN': '内容不存在或已删除', 'en-US': 'Not found or already deleted' },
  conflict: { 'zh-CN': '当前状态下不能执行此操作', 'en-US': 'Not possible in the current state' },
  'not-yet': { 'zh-CN': '{reason}', 'en-US': '{reason}' },
  'stale-version': {
    'zh-CN': '内容已被他人修改，请刷新后重试',
    'en-US': 'Someone else has changed this in the meantime, please refresh and try again',
  },
  'already-exists': { 'zh-CN': '已存在相同的内容', 'en-US': 'Already exists' },
  'in-use': { 'zh-CN': '正在被使用，不能删除', 'en-US': 'It is in use and cannot be deleted' },
  'too-large': { 'zh-CN': '内容过大', 'en-US': 'Too large' },
  'file-too-large': {
    'zh-CN': '文件超过 {mb} MB，请压缩后重试',
    'en-US': 'The file is larger than {mb} MB; reduce its size and try again',
  },
  'files-of-day': {
    'zh-CN': '24 小时内最多上传 {mb} MB，请稍后再传',
    'en-US': 'At most {mb} MB can be uploaded within 24 hours; try again later',
  },
  'too-deep': {
    'zh-CN': '提交的内容嵌套过深，最多 {most} 层',
    'en-US': 'The content is nested too deeply; at most {most} levels are allowed',
  },
  'limit-reached': {
    'zh-CN': '数量已达上限（{most}），请先删除或停用不再需要的内容',
    'en-US': 'The limit of {most} is reached; first delete or disable what is no longer needed',
  },
  'too-many-requests': { 'zh-CN': '操作过于频繁', 'en-US': 'Too many requests' },
  'wrong-credentials': { 'zh-CN': '用户名或密码错误', 'en-US': 'Wrong username or password' },
  'too-many-tries': {
    'zh-CN': '尝试次数过多，请稍后再试（{wait}后）',
    'en-US': 'Too many attempts, try later (in {wait})',
  },
  'account-disabled': { 'zh-CN': '账号已停用', 'en-US': 'This account is disabled' },
  'department-disabled': {
    'zh-CN': '所在部门已停用，请联系管理员',
    'en-US': 'Your department is disabled, please ask an administrator',
  },
  'registration-closed': { 'zh-CN': '未开放注册', 'en-US': 'Registration is closed' },
  'login-key-expired': { 'zh-CN': '登录页面已过期，请重试', 'en-US': 'The sign-in page expired, please try again' },
  'wrong-old-password': { 'zh-CN': '旧密码错误', 'en-US': 'The old password is wrong' },
  'password-unchanged': { 'zh-CN': '新密码不能与旧密码相同', 'en-US': 'The new password must differ from the old one' },
  'must-change-password': { 'zh-CN': '请先修改密码', 'en-US': 'Please change your password first' },
  'must-enrol': { 'zh-CN': '请先设置两步验证', 'en-US': 'Please set up two-step sign-in first' },
  'wrong-sign-in': {
    'zh-CN': '用户名、密码或验证码不正确',
    'en-US': 'Wrong username, password or code',
  },
  'wrong-code': {
    'zh-CN': '验证码不正确或已使用过，请等待下一个验证码后重试',
    'en-US': 'The code is wrong or has already been used; wait for the next one and try again',
  },
  'sign-in-expired': {
    'zh-CN': '登录已超时，请重新输入密码',
    'en-US': 'Sign-in took too long, please enter your password again',
  },
  'second-factor-required': {
    'zh-CN': '所在部门或角色要求两步验证，不能停用',
    'en-US': 'Your role or department requires two-step sign-in, so it cannot be turned off',
  },
  'not-a-picture': {
    'zh-CN': '不是可用的图片，请选择 PNG、JPEG 或 WebP',
    'en-US': 'Not a usable picture; choose a PNG, JPEG or WebP file',
  },
  'cannot-touch-self': { 'zh-CN': '不能对自己执行此操作', 'en-US': 'You cannot do this to yourself' },
  'last-admin': { 'zh-CN': '至少保留一个管理员', 'en-US': 'At least one administrator must remain' },
  'grant-above-own': {
    'zh-CN': '不能授予或改动超出自己权限的内容',
    'en-US': 'You cannot grant or change more than your own permissions',
  },
  'built-in': {
    'zh-CN': '系统内置内容，只能改名、排序、停用',
    'en-US': 'Built in; it can only be renamed, sorted or disabled',
  },
  'has-children': { 'zh-CN': '存在下级，不能删除', 'en-US': 'It has items below it and cannot be deleted' },
  'parent-is-descendant': { 'zh-CN': '上级不能是自己或自己的下级', 'en-US': 'It cannot be moved below itself' },
  'range-too-long': { 'zh-CN': '时间范围过长', 'en-US': 'The time range is too long' },
  'command-unsupported': { 'zh-CN': '该设备不支持此指令', 'en-US': 'This device does not support this command' },
  'device-disabled': { 'zh-CN': '设备已停用', 'en-US': 'The device is disabled' },
  'device-retired': { 'zh-CN': '设备已报废，不再接受指令', 'en-US': 'The device is retired and takes no commands' },
  'device-in-local-mode': {
    'zh-CN': '设备处于就地模式，仅可读取',
    'en-US': 'The device is in local mode and can only be read',
  },
  'battery-too-low': { 'zh-CN': '电量过低，仅可关阀', 'en-US': 'The battery is too low; the valve can only be closed' },
  'task-moved': {
    'zh-CN': '这项任务已被处理，列表已刷新',
    'en-US': 'This task was dealt with meanwhile. The list was refreshed.',
  },
  'task-claimed': { 'zh-CN': '任务已被领取', 'en-US': 'Somebody else has claimed this task.' },
  'needs-confirmation': {
    'zh-CN': '设备有严重故障，请确认后再操作',
    'en-US': 'The device has a serious fault, please confirm first',
  },
  'needs-reason': { 'zh-CN': '请填写操作原因', 'en-US': 'Please give a reason' },
  'state-unknown': {
    'zh-CN': '同站其他阀门状态未知或已过时，请先读取',
    'en-US': 'The state of the other valves of this station is unknown or out of date, please read it first',
  },
  'queue-full': { 'zh-CN': '等待执行的指令过多', 'en-US': 'Too many commands are waiting' },
  'key-used-otherwise': {
    'zh-CN': '同一幂等键已用于其他内容',
    'en-US': 'This idempotency key was used for something else',
  },
  'operator-key-refused': {
    'zh-CN': '密钥无效：可能有误、已使用、已过期，或不适用于此设备与指令',
    'en-US': 'The key is not good: wrong, used, expired, or for another device or command',
  },
  'device-offline': { 'zh-CN': '设备离线，指令未发出', 'en-US': 'The device is offline; nothing was sent' },
  'device-refused': { 'zh-CN': '设备拒绝执行', 'en-US': 'The device refused the command' },
  'command-ended': { 'zh-CN': '指令已终止，未得到确认', 'en-US': 'The command ended without confirmation' },
  'not-confirmed': { 'zh-CN': '下发超时，请稍后重试', 'en-US': 'Not confirmed in time, please try again later' },
  'store-down': {
    'zh-CN': '数据存储暂不可用，请稍后再试',
    'en-US': 'Data storage is not available, please try again later',
  },
  'disk-full': {
    'zh-CN': '服务器磁盘空间不足，内容未保存；请联系管理员清理后重试',
    'en-US':
      'The disk of the server is full and nothing was saved; ask your administrator to free space, then try again',
  },
  internal: { 'zh-CN': '系统内部错误', 'en-US': 'Internal error' },
}

/**
 * The text of an error in a language, its `{name}` places filled from the facts; `{wait}` is `retryAfterS` in words,
 * rounded up.
 */
export function errorText(code: ErrorCode, language: Language, facts: Readonly<Record<string, unknown>> = {}): string {
  return ERROR_TEXTS[code][language].replace(/\{(\w+)\}/g, (place, name: string) =>
    name === 'wait' ? waitText(Number(facts['retryAfterS'] ?? 60), language) : String(facts[name] ?? place),
  )
}

const UNITS = [
  { seconds: 3600, 'zh-CN': '小时', 'en-US': 'hour' },
  { seconds: 60, 'zh-CN': '分钟', 'en-US': 'minute' },
  { seconds: 1, 'zh-CN': '秒', 'en-US': 'second' },
] as const

/** How long to wait: hours from two on, minutes above one, else seconds. */
function waitText(seconds: number, language: Language): string {
  const unit = UNITS.find((one) => seconds >= 2 * one.seconds) ?? UNITS[2]
  const count = Math.max(1, Math.ceil(seconds / unit.seconds))
  return language === 'zh-CN' ? `${count} ${unit[language]}` : `${count} ${unit[language]}${count === 1 ? '' : 's'}`
}
