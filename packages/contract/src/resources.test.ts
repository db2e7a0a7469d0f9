import { expect, test } from 'vitest'
import * as contract from './index.ts'
import { RESOURCES } from './resources.ts'
import { SCREENS } from './screens.ts'

const isResource = (value: unknown): value is contract.Resource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'permission' in value

test('every resource of the contract is in the list, once', () => {
  const exported = (Object.values(contract) as unknown[]).filter(isResource)
  expect(exported.filter((resource) => RESOURCES[resource.name] !== resource).map(({ name }) => name)).toEqual([])
  expect(Object.keys(RESOURCES).length).toBe(exported.length)
})

test('names of screens and keys of buttons are unique', () => {
  const screens = SCREENS.flatMap((folder) => [folder, ...folder.screens])
  const names = [
    ...screens.map(({ name }) => name),
    ...SCREENS.flatMap(({ screens }) => screens.flatMap(({ buttons = [] }) => buttons.map(({ key }) => key))),
  ]
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
