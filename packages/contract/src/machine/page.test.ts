import { expect, test } from 'vitest'
import { z } from 'zod'
import { faultResource } from '../fault/fault.resource.ts'
import { severalOf } from './page.ts'
import { pageSchema } from './resource-schema.ts'
import { exportSchema } from './spreadsheet.ts'

const status = severalOf(z.enum(['OPEN', 'DONE']))

test('several values stand between commas; one is read as itself', () => {
  expect(status.parse('OPEN')).toBe('OPEN')
  expect(status.parse('OPEN,DONE')).toEqual(['OPEN', 'DONE'])
  expect(status.parse(['OPEN', 'DONE'])).toEqual(['OPEN', 'DONE'])
  for (const wrong of ['', 'OPEN,', 'OPEN,GONE', 'GONE', [], Array.from({ length: 101 }, () => 'OPEN')])
    expect(status.safeParse(wrong).error?.issues.map(({ path }) => path)).toEqual([[]])
})

test('what is chosen from takes several values, what is typed keeps its commas', () => {
  const page = pageSchema(faultResource)
  expect(page.parse({ level: '3,4', deptId: '1,2', conditionState: 'ACTIVE' })).toMatchObject({
    level: [3, 4],
    deptId: ['1', '2'],
    conditionState: 'ACTIVE',
  })
  expect(page.safeParse({ level: '3,9' }).success).toBe(false)
  expect(page.parse({ keyword: 'a,b' })).toMatchObject({ keyword: 'a,b' })
})

test('an export takes the same search: as the query has it, or as lists', () => {
  const body = { format: 'csv', columns: ['code'] }
  const read = (more: object) => exportSchema(faultResource).parse({ ...body, ...more })
  expect(read({ deptId: '1,2' })).toMatchObject({ deptId: ['1', '2'] })
  expect(read({ deptId: ['1', '2'], level: 4 })).toMatchObject({ deptId: ['1', '2'], level: 4 })
  expect(exportSchema(faultResource).safeParse({ ...body, conditionState: 'GONE' }).success).toBe(false)
})
