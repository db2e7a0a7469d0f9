import { describe, expect, it } from 'vitest'
import { nextOf } from './migrate.ts'

const file = (name: string, checksum = 'a') => ({ name, checksum, sql: '' })
const files = [file('0001-a.sql'), file('0002-b.sql'), file('0004-d.sql')]
const next = (...applied: { name: string; checksum: string }[]) => nextOf(files, applied, '/m')?.name

describe('the next migration', () => {
  it('is the first one that is not applied', () => {
    expect(next()).toBe('0001-a.sql')
    expect(next(file('0001-a.sql'))).toBe('0002-b.sql')
    expect(next(...files)).toBeUndefined()
  })

  it('is refused when an applied file has changed', () => {
    expect(() => next(file('0001-a.sql', 'b'))).toThrow(/0001-a\.sql was changed after it had been applied/)
  })

  it('is refused when the database is newer than the program', () => {
    expect(() => next(...files, file('0005-e.sql'))).toThrow(/is newer than this Sluice: .*0005-e\.sql/)
  })

  it('is refused when it would go back before an applied one', () => {
    expect(() => next(file('0001-a.sql'), file('0004-d.sql'))).toThrow(/0002-b\.sql comes before 0004-d\.sql/)
  })
})
