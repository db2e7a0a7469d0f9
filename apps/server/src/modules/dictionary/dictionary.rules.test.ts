import { describe, expect, it } from 'vitest'
import { mayChange } from './dictionary.rules.ts'

const builtin = { builtin: true, dictValue: 'MALE', dictLabel: '男', dictSort: 10, cssClass: null }

describe('what an operator may do with a built-in entry', () => {
  it('relabels, sorts, colours, switches off', () => {
    const values = { dictLabel: '先生', dictSort: 3, listClass: 'info', status: 'DISABLED' }
    expect(mayChange('entry', builtin, { verb: 'update', values })).toBe(true)
  })

  it('keeps its value, and keeps it', () => {
    expect(mayChange('entry', builtin, { verb: 'update', values: { dictValue: 'M' } })).toBe(false)
    expect(mayChange('entry', builtin, { verb: 'del', values: {} })).toBe(false)
    expect(mayChange('entry', builtin, { verb: 'update', values: { dictLabel: 'x', dictValue: 'M' } })).toBe(false)
    // A form sends along what it did not change.
    expect(mayChange('entry', builtin, { verb: 'update', values: { dictValue: 'MALE', dictLabel: 'x' } })).toBe(true)
  })

  it('may change their own entries freely', () => {
    const own = { ...builtin, builtin: false }
    expect(mayChange('entry', own, { verb: 'update', values: { dictValue: 'M' } })).toBe(true)
    expect(mayChange('entry', own, { verb: 'del', values: {} })).toBe(true)
    expect(mayChange('type', null, { verb: 'insert', values: { dictType: 'x' } })).toBe(true)
  })
})
