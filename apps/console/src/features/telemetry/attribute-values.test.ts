import { expect, test } from 'vitest'
import { attributeText, attributeValue } from './attribute-values.ts'

test.each([
  ['30', 30],
  ['true', true],
  ['OPEN', 'OPEN'],
  ['0012', '0012'],
  ['"12"', '12'],
  ['{"night":[22,6]}', { night: [22, 6] }],
  ['{half', '{half'],
  ['null', 'null'],
])('%s is typed, sent and shown again', (text, value) => {
  expect(attributeValue(text)).toEqual(value)
  expect(attributeValue(attributeText(value))).toEqual(value)
})
