import { expect, test } from 'vitest'
import { Changes } from './uplink.changes.ts'

test('any number of changes is undone and done again, and what others changed since is left alone', () => {
  const changes = new Changes()
  const readings = new Map<string, number>([['k0', -1]])
  const device = { lastSeen: 1 }
  const holding = new Set<string>()
  changes.set(device, 'lastSeen', 2)
  changes.include(holding, 'C03', true)
  for (let n = 0; n < 40; n++) changes.put(readings, `k${n}`, n)
  readings.set('k39', 77)
  changes.undo()
  expect(device.lastSeen).toBe(1)
  expect([...holding]).toEqual([])
  expect([...readings]).toEqual([
    ['k0', -1],
    ['k39', 77],
  ])
  readings.delete('k39')
  changes.redo()
  expect(device.lastSeen).toBe(2)
  expect([...holding]).toEqual(['C03'])
  expect(readings.size).toBe(40)
  expect(readings.get('k39')).toBe(39)
})

test('of several changes of one value the first one is undone last', () => {
  const changes = new Changes()
  const device = { lastSeen: 1 }
  for (const at of [2, 3, 4]) changes.set(device, 'lastSeen', at)
  changes.undo()
  expect(device.lastSeen).toBe(1)
  changes.redo()
  expect(device.lastSeen).toBe(4)
})
