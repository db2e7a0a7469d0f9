import { RESOURCE_TYPES, type ResourceNode } from '@sluice/contract'
import { expect, test } from 'vitest'
import { keyTree } from './key-tree.ts'

const node = (
  id: string,
  type: ResourceNode['type'],
  permission: string | null,
  children?: ResourceNode[],
): ResourceNode => ({
  id,
  parentId: null,
  type,
  title: `t${id}`,
  name: id,
  routePath: null,
  component: null,
  permission,
  icon: null,
  sort: 0,
  hidden: false,
  cache: true,
  affix: false,
  external: false,
  status: 'NORMAL',
  builtin: true,
  children,
})

const nodes = [
  node('1', RESOURCE_TYPES.DIR, null, [
    node('2', RESOURCE_TYPES.MENU, 'user:list', [
      node('3', RESOURCE_TYPES.BUTTON, 'user:add'),
      node('4', RESOURCE_TYPES.BUTTON, 'user:del'),
    ]),
    node('5', RESOURCE_TYPES.MENU, 'dept:list'),
  ]),
]

test('an API key’s permissions are chosen from those of its maker: screens first, then their buttons', () => {
  expect(keyTree(nodes, (key) => key.startsWith('user:') && key !== 'user:del')).toEqual([
    {
      value: '#1',
      title: 't1',
      children: [
        {
          value: '#2',
          title: 't2',
          children: [
            { value: 'user:list', title: 't2 user:list' },
            { value: 'user:add', title: 't3 user:add' },
          ],
        },
      ],
    },
  ])
})

test('folders without permissions to choose are left out', () => {
  expect(keyTree(nodes, () => false)).toEqual([])
})
