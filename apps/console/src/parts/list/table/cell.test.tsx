import { deviceResource, leaveTypeResource } from '@sluice/contract'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { titleOf } from './cell.tsx'

beforeAll(() => startTexts('zh-CN'))

test('a row is called by its name, and by the word of an enum where that names it', () => {
  expect(titleOf(leaveTypeResource, { id: '1', code: 'SICK' })).toBe('病假')
  expect(titleOf(deviceResource, { id: '1', name: 'SICK' })).toBe('SICK')
})
