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
  messageOf(faults, { language, zone: 'Asia/Shanghai', again: false }).content

it('the message of a cause says how many others it explains, and of one without any nothing', () => {
  expect(contentOf('zh-CN', fault('1', { consequences: 7 }))).toBe(
    '严重 东干渠-12#阀：阀门卡滞，06-18 09:00 开始，另有 7 条由它引起',
  )
  expect(contentOf('en-US', fault('1', { consequences: 7, active: false }))).toBe(
    'Major: 东干渠-12#阀, Valve stuck, since 06-18 09:00, and 7 more explained by it, over now',
  )
  expect(contentOf('en-US', fault('1'))).not.toContain('explained')
})
