import { describe, expect, it } from 'vitest'
import { type ModelParameter, modelParameterSchema, parameterProblems, parameterRefusal } from './model-parameter.ts'

const INTERVAL: ModelParameter = {
  key: 'reportS',
  name: ['上报间隔', 'Report interval'],
  kind: 'integer',
  min: 5,
  max: 60,
}
const of = (kind: ModelParameter['kind'], more: Partial<ModelParameter> = {}): ModelParameter => ({
  key: kind,
  name: ['参数', 'Parameter'],
  kind,
  ...more,
})

describe('a value of a parameter', () => {
  it('is within its bounds, both included, and whole where it counts', () => {
    const refusals = [4, 5, 60, 61, 5.5, '5', null].map((value) => parameterRefusal(INTERVAL, value))
    expect(refusals).toEqual(['too-small', undefined, undefined, 'too-big', 'type', 'type', 'type'])
    expect(parameterRefusal(of('number'), 5.5)).toBeUndefined()
    expect(parameterRefusal(of('number'), Number.NaN)).toBe('type')
  })

  it('is of its kind: a flag, one of the choices, a text that says something', () => {
    expect([parameterRefusal(of('boolean'), false), parameterRefusal(of('boolean'), 0)]).toEqual([undefined, 'type'])
    const mode = of('enum', { values: ['auto', 'manual'] })
    expect([parameterRefusal(mode, 'auto'), parameterRefusal(mode, 'AUTO')]).toEqual([undefined, 'not-an-option'])
    const refusals = ['tcp', ' ', 'x'.repeat(200), 'x'.repeat(201), 1].map((one) => parameterRefusal(of('text'), one))
    expect(refusals).toEqual([undefined, 'required', undefined, 'too-long', 'type'])
  })
})

describe('the parameters of a model', () => {
  it('have a key each, a range the right way round, and choices where they are chosen', () => {
    expect(parameterProblems([INTERVAL, of('enum', { values: ['a'] })])).toEqual([])
    expect(parameterProblems([INTERVAL, INTERVAL])).toEqual([['parameters.1.key', 'taken']])
    expect(parameterProblems([{ ...INTERVAL, min: 61 }])).toEqual([['parameters.0.max', 'too-small']])
    expect(parameterProblems([of('enum')])).toEqual([['parameters.0.values', 'required']])
    expect(parameterProblems([of('text', { values: ['a'] })])).toEqual([['parameters.0.values', 'unknown-field']])
  })

  it('have keys that a device can ask for', () => {
    const isKey = (key: string) => modelParameterSchema.safeParse({ ...INTERVAL, key }).success
    expect(['reportS', 'net.apn', 'a-b_c', 'deleted', '__proto__', 'a,b', '1a', ''].map(isKey)).toEqual([
      ...Array.from({ length: 3 }, () => true),
      ...Array.from({ length: 5 }, () => false),
    ])
  })
})
