import { RESOURCE_TYPES, type ResourceNode } from '@sluice/contract'
import { expect, test } from 'vitest'
import { changedEntry, parentsOf, valuesOf } from './menu-entry-values.ts'

const { DIR, MENU, BUTTON } = RESOURCE_TYPES
const node = (id: string, type: ResourceNode['type'], children?: ResourceNode[]): ResourceNode => ({
  id,
  parentId: null,
  type,
  title: `title ${id}`,
  name: id,
  routePath: id,
  component: type === MENU ? 'a/b' : null,
  permission: type === BUTTON ? 'a:b' : null,
  icon: null,
  sort: 0,
  hidden: false,
  cache: true,
  affix: false,
  external: false,
  status: 'NORMAL',
  builtin: true,
  ...(children ? { children } : {}),
})
const tree = [node('dir', DIR, [node('menu', MENU, [node('button', BUTTON)]), node('sub', DIR)])]

test('AD-6 (part) only changed values are sent', () => {
  const before = valuesOf(node('menu', MENU), null)
  expect(changedEntry(before, { ...before, title: 'new', icon: null })).toEqual({ title: 'new' })
  expect(changedEntry(before, { title: before.title, cache: false })).toEqual({ cache: false })
})

test('AD-6 (part) folders and screens belong in folders, buttons in screens, nothing below itself', () => {
  const names = (choices: ReturnType<typeof parentsOf>): unknown[] =>
    choices.map((one) => [one.value, one.disabled, names(one.children)])
  expect(names(parentsOf(tree, MENU, null))).toEqual([['dir', false, [['sub', false, []]]]])
  expect(names(parentsOf(tree, DIR, 'sub'))).toEqual([['dir', false, []]])
  expect(names(parentsOf(tree, BUTTON, null))).toEqual([
    [
      'dir',
      true,
      [
        ['menu', false, []],
        ['sub', true, []],
      ],
    ],
  ])
})

test('a new entry starts with a type that fits its parent', () => {
  expect(valuesOf(null, null).type).toBe(DIR)
  expect(valuesOf(null, tree[0]!).type).toBe(MENU)
  expect(valuesOf(null, tree[0]!.children![0]!)).toMatchObject({ type: BUTTON, parentId: 'menu', sort: 20 })
})
