import type { CommandDef } from '@sluice/contract'
import { expect, it } from 'vitest'
import { paramsOf } from './command-params.rules.ts'

const def: CommandDef = {
  code: 'SET',
  params: {
    opening: { kind: 'integer', required: true, min: 0, max: 100 },
    mode: { kind: 'enum', enumName: 'mode', values: ['FAST', 'SLOW'] },
  },
  danger: 'NONE',
  absolute: true,
  repeatsOthers: false,
  target: null,
}

/** The reasons by field, or the parameters as they were taken. */
function read(given: Record<string, unknown>) {
  const parsed = paramsOf(def, given)
  return parsed.ok ? parsed.value : parsed.error
}

it('parameters that fit are taken as the fields say', () => {
  expect(read({ opening: 0, mode: 'SLOW' })).toEqual({ opening: 0, mode: 'SLOW' })
  expect(read({ opening: 100 })).toMatchObject({ opening: 100 })
})

it('those of an unknown command stay as they came', () => {
  expect(paramsOf(undefined, { anything: ['x'] })).toEqual({ ok: true, value: { anything: ['x'] } })
})

it.each([
  ['too small', { opening: -1 }, { 'params.opening': 'too-small' }],
  ['too big', { opening: 101 }, { 'params.opening': 'too-big' }],
  ['missing', {}, { 'params.opening': 'required' }],
  ['null', { opening: null }, { 'params.opening': 'required' }],
  ['of another kind', { opening: 'half' }, { 'params.opening': 'type' }],
  ['none of the options', { opening: 1, mode: 'NEVER' }, { 'params.mode': 'not-an-option' }],
  [
    'unknown, each by its name',
    { opening: 1, speed: 3, colour: 'red' },
    { 'params.speed': 'unknown-field', 'params.colour': 'unknown-field' },
  ],
])('a parameter is refused with its reason: %s', (_, given, fields) => {
  expect(read(given)).toMatchObject({ code: 'validation', facts: { fields } })
})
