import { sheetWordsSchema } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { LoggedLine } from './logged-objects.ts'
import { changeOf, sentenceOf } from './logged-sheet.ts'

const object = { id: '7', name: '北一斗-10#阀', was: null, gone: false, fault: null }
const line = (action: string, more: Partial<LoggedLine> = {}): LoggedLine => ({
  id: '1',
  by: { username: 'wang', nickName: '王工', apiKeyName: null },
  action,
  targets: 1,
  kind: 'device',
  objects: [object],
  command: null,
  batch: { lines: 1, outcomes: {} },
  ...more,
})
const words = sheetWordsSchema.parse({
  values: {
    'said.update': '{{who}} 修改{{kind}} {{object}}',
    'said.other': '{{who}} 对{{kind}} {{object}} 执行“{{verb}}”',
    'said.command.send.CLOSE': '{{who}} 全关 {{object}}',
    'said.user.changePassword': '{{who}} 修改自己的密码',
    'said.objects': '{{object}} 等 {{n}} 项',
    'said.gone': '{{object}}（已删除）',
    'said.unnamed': '编号 {{id}}',
    'said.byKey': '密钥 {{name}}',
    'said.byRetention': '系统',
    'one.device': '设备',
    'verb.start': '开始',
  },
})
const said = (action: string, more?: Partial<LoggedLine>) => sentenceOf(line(action, more), words)
const command = {
  id: '9',
  code: 'CLOSE',
  status: 'SENT',
  target: null,
  before: null,
  after: null,
  late: false,
} as const

test('a cell is the sentence of the most exact key, in the words of the request', () => {
  expect(said('device.update')).toBe('王工 修改设备 北一斗-10#阀')
  expect(said('command.send', { command })).toBe('王工 全关 北一斗-10#阀')
  expect(said('device.start')).toBe('王工 对设备 北一斗-10#阀 执行“开始”')
  expect(said('user.changePassword', { objects: [] })).toBe('王工 修改自己的密码')
})

test('a row is named as it was then; one without a name by its number, several by their number', () => {
  const named = (more: Partial<typeof object>) => said('device.update', { objects: [{ ...object, ...more }] as never })
  expect(named({ was: '旧名' as never })).toBe('王工 修改设备 旧名')
  expect(named({ name: null as never, was: '旧站' as never, gone: true })).toBe('王工 修改设备 旧站（已删除）')
  expect(named({ name: null as never })).toBe('王工 修改设备 编号 7')
  expect(said('device.update', { targets: 6 })).toBe('王工 修改设备 北一斗-10#阀 等 6 项')
})

test('a program is named by its key, and the system as such', () => {
  const by = { username: 'wang', nickName: '王工', apiKeyName: '调度大屏' }
  expect(said('device.update', { by })).toBe('密钥 调度大屏 修改设备 北一斗-10#阀')
  const system = { username: 'retention', nickName: null, apiKeyName: null }
  expect(said('device.update', { by: system })).toBe('系统 修改设备 北一斗-10#阀')
})

test('a request without words gets the action', () => {
  expect(sentenceOf(line('device.update'), sheetWordsSchema.parse({}))).toBe('device.update')
})

test('a change says fields and their values in words: labels, values of a list, yes and no, and names for ids', () => {
  const sheet = sheetWordsSchema.parse({
    values: {
      'device.name': '名称',
      'device.enabled': '启用',
      'device.deptId': '所属部门',
      'device.deviceTypeCode': '设备类型',
      'deviceType.VALVE': '阀门',
      'deviceType.PUMP': '水泵',
      'logged.own': '自有',
    },
    yes: '是',
    no: '否',
  })
  const told = (before: object, after: object) => changeOf(line('device.update'), { before, after }, sheet)
  expect(told({ name: '旧', version: 1 }, { name: '新', version: 2 })).toBe('名称: 旧 → 新')
  expect(told({ enabled: true }, { enabled: false })).toBe('启用: 是 → 否')
  expect(told({ deviceTypeCode: 'VALVE' }, { deviceTypeCode: 'PUMP' })).toBe('设备类型: 阀门 → 水泵')
  expect(told({ deptId: '3', deptIdName: '北站' }, { deptId: '4', deptIdName: '南站' })).toBe('所属部门: 北站 → 南站')
  // What has no word stays readable, and what was empty is a dash.
  expect(told({ own: null, odd: 1 }, { own: 'x', odd: { a: 1 } })).toBe('自有: — → x; odd: 1 → {"a":1}')
})
