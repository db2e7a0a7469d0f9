import { emptyModel, type Metric, type ProductModel } from '@sluice/contract'
import { expect, test } from 'vitest'
import {
  commandOf,
  newCommand,
  newParameter,
  type TypedCommand,
  typedOf,
  type TypedParameter,
  typedProblems,
  withMark,
} from './typed-command.ts'

const DIM: Metric = { key: 'dim', kind: 'number', unit: '%', decimals: 0 }
const LIT: Metric = { key: 'lampOn', kind: 'boolean', unit: '', decimals: 0 }
const MODE: Metric = { key: 'mode', kind: 'enum', unit: '', decimals: 0, values: ['AUTO', 'HAND'] }
const METRICS = new Map([DIM, LIT, MODE].map((metric) => [metric.key, metric]))
const metricOf = (key: string) => METRICS.get(key)
const facts = { productNo: 'A', name: '甲', englishName: 'A', deviceTypeCode: 'LAMP', nodeKind: 'DIRECT' } as const
const MODEL: ProductModel = emptyModel({ ...facts, protocol: 'TB_MQTT' })

const NAMED = { code: 'SET', zh: '设定', en: 'Set' }
const NUMBER: TypedParameter = { ...newParameter(0), id: 1, name: 'to', zh: '值', en: 'Value' }
const sent = (params: string) => ({ method: 'set', params })
const typed = (change: Partial<TypedCommand>): TypedCommand => ({
  ...newCommand(true),
  ...NAMED,
  request: sent('{}'),
  ...change,
})
const problems = (change: Partial<TypedCommand>, model = MODEL) =>
  typedProblems(typed(change), { model, at: model.commands.length, metricOf })
const withParameter = (change: Partial<TypedParameter>, params = '{"to":{{to}}}') =>
  problems({ params: [{ ...NUMBER, ...change }], request: sent(params) })

test('a complete command has no problem, and its code is free', () => {
  expect(problems({})).toEqual({})
  expect(withParameter({})).toEqual({})
  const command = commandOf(typed({}), undefined, metricOf).command
  expect(problems({}, { ...MODEL, commands: [command] })).toEqual({ code: 'taken' })
  // One of the usual ones has its name in the console.
  expect(problems({ code: 'READ', zh: '', en: '' })).toEqual({})
})

test('a parameter has a name of its own, words, and bounds with something between them', () => {
  expect(withParameter({ name: 'To' })).toMatchObject({ '1.name': 'format' })
  expect(withParameter({ zh: ' ', en: '' })).toEqual({ '1.zh': 'required', '1.en': 'required' })
  expect(withParameter({ min: 9, max: 1 })).toEqual({ '1.max': 'too-small' })
  const twice = problems({ params: [NUMBER, { ...NUMBER, id: 2 }], request: sent('{"to":{{to}}}') })
  expect(twice).toEqual({ '2.name': 'taken' })
})

test('a choice has a word that is sent and words that are read', () => {
  const choices = [
    { code: 'AUTO', zh: '自动', en: 'Automatic' },
    { code: 'HAND', zh: '手动', en: 'By hand' },
  ]
  const of = (next: TypedParameter['choices']) => withParameter({ kind: 'enum', choices: next })
  expect(of(choices)).toEqual({})
  expect(of([])).toEqual({ '1.choices': 'required' })
  expect(of([choices[0]!, { ...choices[1]!, code: 'AUTO' }])).toEqual({ '1.choices.1': 'taken' })
  expect(of([{ ...choices[0]!, en: '' }])).toEqual({ '1.choices.0': 'required' })
  expect(of([{ ...choices[0]!, code: '9' }])).toEqual({ '1.choices.0': 'format' })
  const note: TypedParameter = { ...NUMBER, id: 2, name: 'note', kind: 'text', required: false, length: 20 }
  const params = [{ ...NUMBER, kind: 'enum' as const, choices }, note]
  expect(commandOf(typed({ params }), undefined, metricOf).command.params).toEqual({
    to: {
      kind: 'enum',
      label: ['值', 'Value'],
      required: true,
      enumName: 'to',
      values: ['AUTO', 'HAND'],
      words: { AUTO: ['自动', 'Automatic'], HAND: ['手动', 'By hand'] },
    },
    note: { kind: 'text', label: ['值', 'Value'], required: false, max: 20 },
  })
})

test('the template has every parameter in it and is JSON', () => {
  expect(withParameter({}, '{}')).toEqual({ template: 'parameter-not-sent' })
  expect(withParameter({}, '{"a":{{to}}')).toEqual({ template: 'not-json' })
  expect(withParameter({}, '{"a":{{to}},"b":{{other}}}')).toEqual({ template: 'unknown-parameter' })
  expect(withParameter({}, ' ')).toMatchObject({ template: 'required' })
})

test('what proves it is a value that can be reported', () => {
  expect(problems({ proof: 'EQUALS' })).toEqual({ metric: 'required', value: 'required' })
  const equals = (metric: string, value: string) => problems({ proof: 'EQUALS', metric, value })
  expect(equals('dim', 'bright')).toEqual({ value: 'type' })
  expect(equals('dim', '40')).toEqual({})
  expect(equals('mode', 'SLOW')).toEqual({ value: 'not-an-option' })
  expect(equals('gone', '1')).toEqual({ metric: 'unknown-metric' })
  expect(problems({ proof: 'NEAR', metric: 'dim' })).toEqual({ param: 'required' })
  expect(problems({ proof: 'AT' })).toEqual({ at: 'required' })
  const targetOf = (change: Partial<TypedCommand>) => commandOf(typed(change), undefined, metricOf).command.target
  expect(targetOf({ proof: 'EQUALS', metric: 'lampOn', value: 'true' })).toEqual({ metric: 'lampOn', equals: true })
  expect(targetOf({ proof: 'AT', at: 30 })).toEqual({ opening: 30 })
  expect(targetOf({ proof: 'REST' })).toBe('REST')
  expect(targetOf({ proof: 'OPENING', param: 'to' })).toEqual({ openingParam: 'to' })
  expect(targetOf({ proof: 'ANSWER', metric: 'dim' })).toBeNull()
})

test('what is opened and taken again is the same, with what the form does not show', () => {
  const command = {
    code: 'SET',
    name: ['设定', 'Set'],
    params: {
      to: { kind: 'decimal', label: ['值', 'Value'], required: true, min: 1, max: 9, unit: 'm', decimals: 3 },
      on: { kind: 'boolean', label: ['开', 'On'], required: false },
    },
    danger: 'DOUBLE',
    absolute: false,
    target: { metric: 'dim', subject: 'light', param: 'to', tolerance: 2 },
    repeatsOthers: true,
    stateMaxAgeS: 40,
    ackTimeoutS: 20,
    execTimeoutS: 90,
  } as const
  const request = sent('{"to":{{to}},"on":{{on}}}')
  expect(commandOf(typedOf({ command, request }, true), command, metricOf)).toEqual({ command, request })
})

test('a parameter is put into a template as a member of the object it is, else at its end', () => {
  expect(withMark('', 'a')).toBe('{"a":{{a}}}')
  expect(withMark('{}', 'a')).toBe('{"a":{{a}}}')
  expect(withMark('{"a":{{a}}}', 'b')).toBe('{"a":{{a}},"b":{{b}}}')
  expect(withMark('{"on":true}', 'b')).toBe('{"on":true,"b":{{b}}}')
  expect(withMark('{{a}}', 'b')).toBe('{{a}}{{b}}')
})
