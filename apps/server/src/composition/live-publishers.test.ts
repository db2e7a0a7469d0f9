import { areaResource, commissioningResource, faultCodeResource, faultResource } from '@sluice/contract'
import { expect, test } from 'vitest'
import type { LiveHub } from '../platform/live/live-hub.ts'
import { livePublishers } from './live-publishers.ts'

/** The departments that are told; null: everybody who may open the list. */
function told(tell: (live: ReturnType<typeof livePublishers>) => void): (string | null)[] {
  const depts: (string | null)[] = []
  const publish: LiveHub['publish'] = (_event, { deptId }) => void depts.push(deptId ?? null)
  tell(livePublishers({ publish } as LiveHub))
  return depts
}

test('rows of a department and rows of its devices are told to those who see it', () => {
  expect(told((live) => live.rows(areaResource, ['3', '4']))).toEqual(['3', '4'])
  expect(told((live) => live.rows(faultResource, ['3']))).toEqual(['3'])
  expect(told((live) => live.rows(commissioningResource, ['3']))).toEqual(['3'])
})

test('rows of devices whose department is not known are told to all, those of no rows of a department to nobody', () => {
  expect(told((live) => live.rows(faultResource, []))).toEqual([null])
  expect(told((live) => live.rows(faultResource))).toEqual([null])
  expect(told((live) => live.rows(areaResource, []))).toEqual([])
})

test('rows without a department are told to all who may see them', () => {
  expect(told((live) => live.rows(faultCodeResource, ['3']))).toEqual([null])
})
