import { expect, test } from 'vitest'
import { RefusalGroups } from './refusal-groups.ts'

const T0 = Date.UTC(2026, 7, 3, 1)
const entry = (more: object = {}) => ({
  at: T0,
  remote: '10.0.0.8',
  protocol: 'SL651',
  reason: 'CHECKSUM' as const,
  ...more,
})
const all = () => true

test('refusals are counted by reason and sender, the reason with the newest first', () => {
  const groups = new RefusalGroups()
  groups.tell(entry({ deviceId: '7' }))
  groups.tell(entry({ deviceId: '7', at: T0 + 70_000 }))
  groups.tell(entry({ deviceId: '8' }))
  groups.tell(entry({ reason: 'UNKNOWN_DEVICE', station: '0031047099', at: T0 + 90_000 }))
  const [first, second] = groups.groups(T0 + 100_000, all)
  expect(first).toMatchObject({ reason: 'UNKNOWN_DEVICE', count: 1, senders: [{ name: '0031047099', deviceId: null }] })
  expect(second).toMatchObject({ reason: 'CHECKSUM', count: 3, lastAt: T0 + 70_000 })
  expect(second!.senders.map(({ deviceId, count }) => [deviceId, count])).toEqual([
    ['7', 2],
    ['8', 1],
  ])
})

test('whose device is not seen is not counted', () => {
  const groups = new RefusalGroups()
  groups.tell(entry({ deviceId: '7' }))
  groups.tell(entry())
  expect(groups.groups(T0, (id) => id === '7')).toMatchObject([{ count: 1 }])
  expect(groups.groups(T0, () => false)).toEqual([])
  expect(groups.deviceIds()).toEqual(['7'])
})

test('after ten minutes they are forgotten', () => {
  const groups = new RefusalGroups()
  groups.tell(entry())
  expect(groups.groups(T0 + 9 * 60_000, all)).toHaveLength(1)
  expect(groups.groups(T0 + 10 * 60_000, all)).toEqual([])
})

test('a flood from many addresses is counted whole and named in part', () => {
  const groups = new RefusalGroups()
  for (let n = 0; n < 2000; n++) groups.tell(entry({ remote: `10.0.${n >> 8}.${n & 255}` }))
  const [group] = groups.groups(T0, all)
  expect(group!.count).toBe(2000)
  expect(group!.senders.length).toBeLessThan(510)
})
