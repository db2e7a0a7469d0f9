import { expect, test } from 'vitest'
import { nest, withWay } from './list-rows.ts'

const row = (id: string, parentId: string | null) => ({ id, parentId })
const ALL = [row('dir', null), row('menu', 'dir'), row('button', 'menu'), row('other', null), row('below', 'other')]

test('a search keeps found rows with their ancestors, and nothing else', () => {
  const shown = nest(withWay([row('button', 'menu')], ALL, 'parentId'), 'parentId')
  expect(shown.map(({ id }) => id)).toEqual(['dir'])
  expect(shown[0]!.children!.map(({ id }) => id)).toEqual(['menu'])
  expect(shown[0]!.children![0]!.children!.map(({ id }) => id)).toEqual(['button'])
  expect(withWay([], ALL, 'parentId')).toEqual([])
})

test('ancestors outside the data scope do not hide a found row', () => {
  const shown = nest(withWay([row('x', 'gone')], [...ALL, row('x', 'gone')], 'parentId'), 'parentId')
  expect(shown.map(({ id }) => id)).toEqual(['x'])
})
