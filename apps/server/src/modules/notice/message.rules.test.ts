import { expect, it } from 'vitest'
import { messageOf, type ToldFault } from './message.rules.ts'

const fault = (faultId: string, more: Partial<ToldFault> = {}): ToldFault => ({
  faultId,
  deviceId: '7',
  deviceName: '东干渠-12#阀',
  name: ['阀门卡滞', 'Valve stuck'],
  level: 3,
  begunAt: Date.parse('2026-06-18T01:00:00Z'),
  begun: 1,
  active: true,
  consequences: 0,
  ...more,
})
const contentOf = (language: 'zh-CN' | 'en-US', ...faults: ToldFault[]) =>
  messageOf(faults, { id: '5', language, zone: 'Asia/Shanghai', again: false }).content

it('the message of a cause says how many others it explains, and of one without any nothing', () => {
  expect(contentOf('zh-CN', fault('1', { consequences: 7 }))).toBe(
    '严重 东干渠-12#阀：阀门卡滞，06-18 09:00 开始，另有 7 条由它引起',
  )
  expect(contentOf('en-US', fault('1', { consequences: 7, active: false }))).toBe(
    'Major: 东干渠-12#阀, Valve stuck, since 06-18 09:00, and 7 more explained by it, over now',
  )
  expect(contentOf('en-US', fault('1'))).not.toContain('explained')
})

const TRIGGER = {
  limitId: '7',
  key: 'inletPressure',
  op: 'GT' as const,
  value: 0.8,
  holdS: 300,
  v: 0.95,
  unit: 'MPa',
  decimals: 3,
  since: '2026-06-18T00:55:00.000Z',
}

it('the message of a fault that a limit found has the value and the limit in words', () => {
  const over = fault('1', { name: ['阀前超压', 'Inlet pressure high'], trigger: TRIGGER })
  expect(contentOf('zh-CN', over)).toBe(
    '严重 东干渠-12#阀：阀前超压，0.950 MPa（高于 0.8 MPa，持续 5 分钟），06-18 09:00 开始',
  )
  expect(contentOf('en-US', { ...over, consequences: 2 })).toBe(
    'Major: 东干渠-12#阀, Inlet pressure high, 0.950 MPa (above 0.8 MPa for 5 min), since 06-18 09:00, and 2 more explained by it',
  )
  const state = { ...TRIGGER, key: 'valveState', op: 'EQ' as const, value: null, equals: 'UNKNOWN', v: 'UNKNOWN' }
  expect(contentOf('zh-CN', { ...over, name: ['阀位未知', 'Position unknown'], trigger: state })).toBe(
    '严重 东干渠-12#阀：阀位未知，未知，06-18 09:00 开始',
  )
  const bit = fault('1', { name: ['水表异常', 'Water meter'], trigger: { observed: 'BIT', bit: 5, v: 1 } })
  expect(contentOf('zh-CN', bit)).toBe('严重 东干渠-12#阀：水表异常，状态字第 5 位 = 1（应为 0），06-18 09:00 开始')
  expect(contentOf('en-US', bit)).toBe(
    'Major: 东干渠-12#阀, Water meter, status word bit 5 = 1 (expected 0), since 06-18 09:00',
  )
  const event = fault('1', { name: ['强磁干扰', 'Magnet'], trigger: { observed: 'EVENT', key: 'magnet', v: true } })
  expect(contentOf('en-US', event)).toBe('Major: 东干渠-12#阀, Magnet, yes, since 06-18 09:00')
  expect(contentOf('zh-CN', fault('1', { trigger: null }))).toBe('严重 东干渠-12#阀：阀门卡滞，06-18 09:00 开始')
})

it('the message of one fault leads to its page, that of several to exactly these, whatever has become of them', () => {
  const pathOf = (...faults: ToldFault[]) =>
    messageOf(faults, { id: '5', language: 'zh-CN', zone: 'Asia/Shanghai', again: false }).path
  expect(pathOf(fault('1'), fault('1'))).toBe('/fault/fault-device/1')
  expect(pathOf(fault('1'), fault('2'))).toBe('/fault/fault-device?messageId=5&conditionState=ALL&explained=ALL')
})
