import { RESOURCE_TYPES, type ResourceNode } from '@sluice/contract'
import { expect, test } from 'vitest'
import { shownOf, turned } from './grants.ts'

const node = (id: string, type: keyof typeof RESOURCE_TYPES, children?: ResourceNode[]) =>
  ({ id, type: RESOURCE_TYPES[type], children }) as unknown as ResourceNode
const tree = [
  node('dir', 'DIR', [
    node('inner', 'DIR', [node('menu', 'MENU', [node('add', 'BUTTON'), node('del', 'BUTTON')])]),
    node('plain', 'MENU'),
  ]),
]

test('AD-5 (part) a half-granted parent is not checked, yet saved', () => {
  expect(shownOf(tree, ['dir', 'inner', 'menu', 'add'])).toEqual({
    checked: ['add'],
    halfChecked: ['dir', 'inner', 'menu'],
  })
  expect(turned(tree, [], 'add').toSorted()).toEqual(['add', 'dir', 'inner', 'menu'])
})

test('AD-5 (part) a node is checked when it and all below it are granted; a parent without its own grant is half-checked', () => {
  expect(shownOf(tree, ['menu', 'add', 'del'])).toEqual({
    checked: ['menu', 'add', 'del'],
    halfChecked: ['dir', 'inner'],
  })
  expect(shownOf(tree, ['add', 'del'])).toEqual({ checked: ['add', 'del'], halfChecked: ['dir', 'inner', 'menu'] })
  expect(shownOf(tree, ['gone'])).toEqual({ checked: [], halfChecked: [] })
})

test('AD-5 (part) a half-checked node becomes checked, a checked one is removed with everything below', () => {
  const whole = turned(tree, ['dir', 'plain'], 'dir')
  expect(whole.toSorted()).toEqual(['add', 'del', 'dir', 'inner', 'menu', 'plain'])
  expect(turned(tree, whole, 'dir')).toEqual([])
})

test('AD-5 (part) removing the last button leaves its screen; removing the last entry of a folder removes the folder, and nothing more', () => {
  const held = ['dir', 'inner', 'menu', 'add', 'plain']
  expect(turned(tree, held, 'add').toSorted()).toEqual(['dir', 'inner', 'menu', 'plain'])
  const all = turned(tree, held, 'menu')
  expect(turned(tree, all, 'menu').toSorted()).toEqual(['dir', 'plain'])
  expect(turned(tree, ['dir', 'plain', 'gone'], 'plain')).toEqual(['gone'])
})

test('AD-5 (part) a node that is not in the tree changes nothing', () => {
  expect(turned(tree, ['dir', 'plain'], 'gone')).toEqual(['dir', 'plain'])
})
