import {
  alarmLimitResource,
  areaResource,
  commissioningResource,
  faultCodeResource,
  faultResource,
  ownApiKeyResource,
  refusalResource,
  unknownStationResource,
} from '@sluice/contract'
import { expect, test } from 'vitest'
import type { LiveHub, LiveTarget } from '../platform/live/live-hub.ts'
import { livePublishers } from './live-publishers.ts'

type Audience = Pick<LiveTarget, 'deptId' | 'platform' | 'userId'>

/** Who is told; nothing of it: everybody who may open the list. */
function told(tell: (live: ReturnType<typeof livePublishers>) => void): Audience[] {
  const audiences: Audience[] = []
  const publish: LiveHub['publish'] = (_event, { deptId, platform, userId }) =>
    void audiences.push({ ...(deptId && { deptId }), ...(platform && { platform }), ...(userId && { userId }) })
  tell(livePublishers({ publish } as LiveHub))
  return audiences
}

test('rows of a department and rows of its devices are told to those who see it', () => {
  expect(told((live) => live.rows(areaResource, ['3', '4']))).toEqual([{ deptId: '3' }, { deptId: '4' }])
  expect(told((live) => live.rows(faultResource, ['3']))).toEqual([{ deptId: '3' }])
  expect(told((live) => live.rows(commissioningResource, ['3']))).toEqual([{ deptId: '3' }])
})

test('rows of no department are told to those who see everything, of a shared table to all', () => {
  expect(told((live) => live.rows(refusalResource, [null]))).toEqual([{ platform: true }])
  expect(told((live) => live.rows(areaResource, [null]))).toEqual([{ platform: true }])
  expect(told((live) => live.rows(alarmLimitResource, [null, '3']))).toEqual([{}, { deptId: '3' }])
})

test('rows whose department nobody knows are told to nobody', () => {
  expect(told((live) => live.rows(faultResource, []))).toEqual([])
  expect(told((live) => live.rows(areaResource, []))).toEqual([])
})

test('what belongs to no department is told to all who may see it, what is of the platform to those who see everything', () => {
  expect(told((live) => live.rows(faultCodeResource, ['3']))).toEqual([{}])
  expect(told((live) => live.rows(unknownStationResource, []))).toEqual([{ platform: true }])
})

test('what everybody sees only of their own is told to its owner alone', () => {
  expect(told((live) => live.rows(ownApiKeyResource, ['3'], '7'))).toEqual([{ userId: '7' }])
  expect(told((live) => live.rows(ownApiKeyResource, ['3']))).toEqual([])
})

test('one event about several lists reaches each of them, and one that is not known nobody', () => {
  const changed = { resources: ['apiKey', 'ownApiKey', 'gone'], deptIds: ['3'], userId: '7' }
  expect(told((live) => live.changed(changed))).toEqual([{ deptId: '3' }, { userId: '7' }])
})
