import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as contract from '../index.ts'
import { defineOperation, isForPeopleOnly, type Operation } from './operation.ts'

const title = ['做', 'Do a thing'] as const
const plain = {
  title,
  path: '/valve/v1/thing/do',
  access: { key: 'thing:do' },
  input: z.strictObject({}),
  output: z.null(),
}

describe('an operation says all about itself', () => {
  it('does not compile without its title, nor with a body and without its line, its tenant and its callers', () => {
    const audit = 'thing.do'
    const whole = { ...plain, method: 'POST', audit, tenant: 'scope', callers: 'people' } as const
    expect(defineOperation(whole).audit).toBe(audit)
    const { audit: _audit, ...withoutLine } = whole
    const { tenant: _tenant, ...withoutTenant } = whole
    const { callers: _callers, ...withoutCallers } = whole
    const { title: _title, ...withoutTitle } = whole
    const made = [
      // @ts-expect-error the line of the operation log is missing
      defineOperation(withoutLine),
      // @ts-expect-error what it reaches of a tenant is missing
      defineOperation(withoutTenant),
      // @ts-expect-error who may call is missing
      defineOperation(withoutCallers),
      // @ts-expect-error what it does is missing
      defineOperation(withoutTitle),
      // @ts-expect-error a line has a verb
      defineOperation({ ...whole, audit: 'thing' }),
      // @ts-expect-error a reading call says what it reaches, too
      defineOperation({ ...plain, method: 'GET' }),
    ]
    expect(made).toHaveLength(6)
  })

  it('is open to programs where a permission key opens it, unless it is for people only', () => {
    const read = { ...plain, method: 'GET', tenant: 'scope' } as const
    expect(isForPeopleOnly(read)).toBe(false)
    expect(isForPeopleOnly({ ...read, callers: 'people' })).toBe(true)
    expect(isForPeopleOnly({ ...read, access: 'session' })).toBe(true)
  })

  it('names people only where no permission key opens it: no key of a program does', () => {
    const values: unknown[] = Object.values(contract)
    const operations = values.filter(
      (value): value is Operation =>
        typeof value === 'object' && value !== null && 'path' in value && 'access' in value,
    )
    expect(operations.length).toBeGreaterThan(80)
    const wrong = operations.filter(
      ({ access, callers }) => typeof access === 'string' && callers?.includes('programs'),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})
