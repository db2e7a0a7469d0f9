import { FIELD_REASONS, userResource, deviceResource, operationLogResource, sheetWordsSchema } from '@sluice/contract'
import { beforeAll, expect, test } from 'vitest'
import { sheetWords } from './sheet-words.ts'
import { byName, startTexts } from './text.ts'

beforeAll(() => startTexts('zh-CN'))

test('a sheet gets every label, list value and reason in the user’s language', () => {
  for (const resource of [userResource, deviceResource]) {
    const words = sheetWords(resource as never)
    expect(words.title).toBe(byName(`resource.${resource.name}`))
    expect(Object.keys(words.labels)).toEqual(Object.keys(resource.fields))
    expect(Object.keys(words.reasons)).toEqual([...FIELD_REASONS])
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'enum' || 'named' in field) continue
      for (const value of field.values) {
        const key = `${field.enumName}.${value}`
        expect([name, words.values[key]]).toEqual([name, byName(`enum.${key}`)])
      }
    }
    expect([words.yes, words.no]).toEqual(['是', '否'])
    expect(Object.values(words.notes).every((note) => /\p{Script=Han}/u.test(note))).toBe(true)
  }
})

test('the operation log brings the words of the fields and values that its lines tell of, and they are not too many', () => {
  const words = sheetWords(operationLogResource as never)
  expect(words.values).toMatchObject({
    'device.name': byName('device.name'),
    'deviceType.VALVE': byName('enum.deviceType.VALVE'),
    'said.update': byName('said.update'),
  })
  // A line names no frame of a device and no outcome of a sign-in.
  expect(Object.keys(words.values).filter((key) => /^(func|signIn)\./.test(key))).toEqual([])
  expect(sheetWordsSchema.parse(words).values).toEqual(words.values)
  expect(sheetWords(userResource as never).values['device.name']).toBeUndefined()
})
