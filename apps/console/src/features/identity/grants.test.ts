import type { ResourceNode } from '@sluice/contract'
import { expect, test } from 'vitest'
import { checkedOf, grantedOf } from './grants.ts'

const node = (id: string, children?: ResourceNode[]) => ({ id, children }) as unknown as ResourceNode
const tree = [node('dir', [node('menu', [node('add'), node('del')])])]

test('AD-5 a half-granted parent is not checked, yet saved', () => {
  expect(checkedOf(tree, ['dir', 'menu', 'add'])).toEqual(['add'])
  expect(grantedOf(['add'], ['dir', 'menu']).sort()).toEqual(['add', 'dir', 'menu'])
})
