import { expect, test } from 'vitest'
import { tenantRoot } from './land-around.rules.ts'

const path = (...kinds: string[]) => kinds.map((kind, at) => ({ id: String(at), kind }))

test.each([
  ['a district of a customer', ['PLATFORM', 'CUSTOMER', 'INTERNAL'], '1'],
  ['the customer itself', ['PLATFORM', 'CUSTOMER'], '1'],
  ["a customer's branch", ['PLATFORM', 'CUSTOMER', 'CUSTOMER', 'INTERNAL'], '1'],
  ['a customer of an agent', ['PLATFORM', 'AGENT', 'CUSTOMER', 'INTERNAL'], '2'],
  ['a customer of an agent below another customer', ['PLATFORM', 'CUSTOMER', 'AGENT', 'CUSTOMER'], '3'],
  ['an installation without a platform department', ['CUSTOMER', 'INTERNAL'], '0'],
  ['an agent', ['PLATFORM', 'AGENT'], null],
  ['the platform', ['PLATFORM'], null],
  ['nobody', [], null],
])('the tenant of %s begins below all that host others', (_who, kinds, root) => {
  expect(tenantRoot(path(...kinds))).toBe(root)
})
