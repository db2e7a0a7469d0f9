import { expect, test } from 'vitest'
import { takesIn } from './topic-filter.ts'

test('a filter takes in what differs from it only where it has a plus, on any level', () => {
  const parts = 'v2/fw/response/+/chunk/+'
  expect(takesIn(parts, 'v2/fw/response/1/chunk/0')).toBe(true)
  expect(takesIn(parts, 'v2/fw/response/1/chunk/+')).toBe(true)
  expect(takesIn(parts, parts)).toBe(true)
  for (const other of ['v2/fw/response/1/chunk', 'v2/fw/response/1/chunk/0/1', 'v2/sw/response/1/chunk/0', '#', ''])
    expect([other, takesIn(parts, other)]).toEqual([other, false])
  expect(takesIn('v1/devices/me/rpc/request/+', '+/devices/me/rpc/request/+')).toBe(false)
  expect(takesIn('v1/gateway/rpc', 'v1/gateway/rpc')).toBe(true)
})
