import { type BuiltInType } from './built-in-type.ts'

/** Of sign-ins, keys for programs and the system log. */
export const JOURNAL_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'api_key_state',
    dictName: '接口密钥状态',
    englishName: 'API key state',
    enumName: 'apiKeyState',
    entries: [
      ['ACTIVE', '有效', 'Valid', 'success'],
      ['EXPIRED', '已过期', 'Expired', 'info'],
      ['REVOKED', '已吊销', 'Revoked', 'danger'],
    ],
  },
  {
    dictType: 'login_action',
    dictName: '登录操作',
    englishName: 'Sign-in action',
    enumName: 'loginAction',
    entries: [
      ['LOGIN', '登录', 'Sign-in'],
      ['LOGOUT', '退出', 'Sign-out'],
    ],
  },
  {
    dictType: 'login_outcome',
    dictName: '登录结果',
    englishName: 'Sign-in result',
    enumName: 'outcome',
    entries: [
      ['SUCCESS', '成功', 'Success', 'success'],
      ['FAILURE', '失败', 'Failure', 'danger'],
    ],
  },
  {
    dictType: 'system_level',
    dictName: '系统日志级别',
    englishName: 'System log level',
    enumName: 'systemLevel',
    entries: [
      ['WARN', '警告', 'Warning', 'warning'],
      ['ERROR', '错误', 'Error', 'danger'],
      ['FATAL', '致命', 'Fatal', 'danger'],
    ],
  },
]
