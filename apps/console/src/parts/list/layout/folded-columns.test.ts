import { deviceResource, type Resource } from '@sluice/contract'
import { expect, test } from 'vitest'
import { foldedColumns } from './folded-columns.ts'

const resource = deviceResource as Resource
const columns = ['deviceNo', 'name', 'address', 'deptId', 'remark']
const fold = (rows: readonly object[], more: { drawn?: string[]; sort?: string } = {}) =>
  foldedColumns({ resource, columns, rows, drawn: more.drawn ?? [], sort: more.sort })

test('a column folds when no row has a value in it: nothing, no text, no entry; 0 and no are values', () => {
  expect(fold([{ address: null }, { address: '' }, { remark: [] }])).toEqual(['address', 'deptId', 'remark'])
  expect(fold([{ address: 0 }, { remark: false }])).toEqual(['deptId'])
})

test('a reference has the value that is shown, the name', () => {
  expect(fold([{ deptId: '7', deptIdName: '东灌区' }])).not.toContain('deptId')
  expect(fold([{ deptId: '7' }])).toContain('deptId')
})

test('the first column, the name, the sorted one and those that a screen draws stay, and without rows all do', () => {
  expect(fold([{}])).toEqual(['address', 'deptId', 'remark'])
  expect(fold([{}], { sort: 'remark', drawn: ['deptId'] })).toEqual(['address'])
  expect(fold([])).toEqual([])
})
