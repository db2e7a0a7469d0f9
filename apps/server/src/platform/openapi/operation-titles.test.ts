import * as contract from '@sluice/contract'
import { expect, test } from 'vitest'
import { OPERATION_TITLES } from './operation-titles.ts'

const operations = Object.entries(contract)
  .filter(([, value]) => typeof value === 'object' && value !== null && 'path' in value && 'method' in value)
  .map(([name]) => name)

test('every call of the contract has a title in both languages, and no title is without its call', () => {
  expect(Object.keys(OPERATION_TITLES).toSorted()).toEqual(operations.toSorted())
})
