import { type ActiveFault, isTold } from '@sluice/contract'
import { expect, it } from 'vitest'
import { faultsOf, lineOf } from './fault-notifier.rules.ts'

const begun = (deviceId: string, code: string, level: number) => ({
  faultId: `f${deviceId}`,
  deviceId,
  fault: { code, level } as unknown as ActiveFault,
})
const names = {
  devices: new Map([['1', '东干渠-12#阀']]),
  faults: new Map([['C01', '离线']]),
}

it('the worst by name, the others counted, nothing of nothing', () => {
  expect(lineOf([], names, 'zh-CN')).toBe('')
  expect(lineOf([begun('1', 'C01', 2)], names, 'zh-CN')).toBe('东干渠-12#阀：离线')
  expect(lineOf([begun('2', 'C02', 1), begun('1', 'C01', 3), begun('3', 'C03', 2)], names, 'zh-CN')).toBe(
    '东干渠-12#阀：离线；另有 2 条新故障',
  )
})

it('one that comes and goes is told ever more rarely, and says how often it began', () => {
  const told = Array.from({ length: 14 }, (_, n) => n + 1).filter((times) =>
    isTold({ ...begun('1', 'C01', 2), begun: times }),
  )
  expect(told).toEqual([1, 2, 4, 8])
  expect(isTold({})).toBe(true)
  const lines = [2, 4].map((times) => lineOf([{ ...begun('1', 'C01', 2), begun: times }], names, 'zh-CN'))
  expect(lines).toEqual(['东干渠-12#阀：离线', '东干渠-12#阀：离线（2 小时内第 4 次）'])
  expect(lineOf([{ ...begun('1', 'C01', 2), begun: 8 }], names, 'en-US')).toBe('东干渠-12#阀: 离线 (time 8 in 2 h)')
})

it('is in the language of its reader', () => {
  const said = (...of: ReturnType<typeof begun>[]) => lineOf(of, names, 'en-US')
  expect(said(begun('1', 'C01', 3), begun('2', 'C02', 1))).toBe('东干渠-12#阀: 离线; 1 more new fault')
  expect(said(begun('1', 'C01', 3), begun('2', 'C02', 1), begun('2', 'C03', 1))).toMatch(/; 2 more new faults$/)
})

it('a device or a fault without a name is shown by its id or code', () => {
  expect(lineOf([begun('2', 'C02', 1)], names, 'zh-CN')).toBe('2：C02')
})

it('the faults of a line are told by themselves too, the worst first, unless they are too many to be named', () => {
  const one = (n: number) => begun(String(n), 'C01', n === 2 ? 4 : 1)
  expect(faultsOf([one(1), one(2)], names, 'zh-CN')).toEqual([
    { id: 'f2', line: '2：离线', level: 4 },
    { id: 'f1', line: '东干渠-12#阀：离线', level: 1 },
  ])
  const many = (length: number) =>
    faultsOf(
      Array.from({ length }, (_none, n) => one(n)),
      names,
      'zh-CN',
    ).length
  expect([many(20), many(21)]).toEqual([20, 0])
})
