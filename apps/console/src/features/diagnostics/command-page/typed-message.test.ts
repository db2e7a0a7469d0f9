import { TYPED_TOPICS } from '@sluice/contract'
import { expect, test } from 'vitest'
import { filledPayload, messageHex, messageIn, messageProblem } from './typed-message.ts'

const { request: topic, attributes } = TYPED_TOPICS

test('a message travels as its topic, a zero and its payload, and comes back from a template', () => {
  const message = { topic, payload: '{"method":"开","params":{value}}' }
  expect(messageIn(messageHex(message))).toEqual(message)
  expect(messageHex({ topic: 'a', payload: '{}' })).toBe('61007B7D')
  expect(messageIn('7E7E')).toBeUndefined()
  expect(messageIn('xx')).toBeUndefined()
})

test('what the protocol asks of a payload is said while it is typed', () => {
  const problem = (payload: string, on: string = topic) => messageProblem({ topic: on }, payload)
  expect(problem('{"method":"open"}')).toBeNull()
  expect(problem('{"method":1}')).toBe('no-method')
  expect(problem('{"interval":60}')).toBe('no-method')
  expect(problem('{"interval":60}', attributes)).toBeNull()
  expect([problem('[1]', attributes), problem('null', attributes), problem('5')]).toEqual(Array(3).fill('no-object'))
  expect(problem('{"method":')).toBe('not-json')
})

test('a value is put into each place of the payload', () => {
  expect(filledPayload({ topic, payload: '[{value},{value}]' }, '7')).toBe('[7,7]')
})
