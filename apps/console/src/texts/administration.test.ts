import * as contract from '@sluice/contract'
import { expect, test } from 'vitest'
import { descriptorTexts } from '../lib/text/descriptor-texts.ts'
import { enUS } from './en-US.ts'
import { zhCN } from './zh-CN.ts'

const has = (key: string) => Object.hasOwn(zhCN, key) && Object.hasOwn(enUS, key)
const words: Readonly<Record<string, string>> = { ...descriptorTexts('zh-CN'), ...zhCN }
const englishWords: Readonly<Record<string, unknown>> = { ...descriptorTexts('en-US'), ...enUS }

test('domain 15.5 every enum of the contract is a dictionary, with the words and values of the console', () => {
  const fields = Object.values(contract.RESOURCES).flatMap((resource) => Object.values(resource.fields))
  const enums = fields.flatMap((field) =>
    field.kind === 'enum' || field.kind === 'enums' ? [[field.enumName, field.values] as const] : [],
  )
  const spoken = new Map(contract.BUILT_IN_DICTIONARIES.map((type) => [type.enumName, type]))
  expect(enums.length).toBeGreaterThan(10)
  const missing = enums.flatMap(([name, values]) => {
    const known = new Set(spoken.get(name)?.entries.map(([value]) => value))
    return values.filter((value) => !known.has(value)).map((value) => `${name}.${value}`)
  })
  expect(missing).toEqual([])
})

test('built-in dictionary words are the console’s own texts, in both languages', () => {
  const wrong = contract.BUILT_IN_DICTIONARIES.flatMap(({ enumName, entries }) =>
    entries.flatMap(([value, ...labels]) => {
      const key = `enum.${enumName}.${value}`
      const said = [words[key], englishWords[key]]
      return enumName && said.join() !== labels.slice(0, 2).join() ? [`${key}: ${labels.join()} / ${said.join()}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

test('key, value and name of built-in dictionaries are unique', () => {
  const types = contract.BUILT_IN_DICTIONARIES
  expect(new Set(types.map(({ dictType }) => dictType)).size).toBe(types.length)
  expect(new Set(types.map(({ dictName }) => dictName)).size).toBe(types.length)
  for (const { entries } of types) expect(new Set(entries.map(([value]) => value)).size).toBe(entries.length)
})

test('every verb that the operation log may contain has a text', () => {
  const verbs = (
    'insert update del restore import export send cancel ack kick register saveRoles resetPassword changePassword ' +
    'resetTotp enableTotp disableTotp renewRecoveryCodes avatar updateProfile issue revoke begin finish attach rotatePassword ' +
    'clearPassword saveSharedAttributes saveParameters cut'
  ).split(' ')
  expect(verbs.filter((verb) => !has(`verb.${verb}`))).toEqual([])
})

test('logs and sessions have texts for every value the server may send', () => {
  const areas = ['network', 'isolation', 'historyImport', 'audit', 'history'].map((area) => `one.${area}`)
  const results = [
    'OK',
    'code-asked',
    'wrong-credentials',
    'wrong-sign-in',
    'too-many-tries',
    'account-disabled',
    'department-disabled',
  ]
  const places = ['machine', 'intranet', 'internet'].map((place) => `enum.place.${place}`)
  const wanted = [...areas, ...results.map((result) => `signIn.${result}`), ...places]
  expect(wanted.filter((key) => !has(key))).toEqual([])
})
