import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayJoin, nextOf, orderOf, QUEUE_LIMITS, type QueuedJob } from './job-queue.rules.ts'

/** `a1` is the first person of tenant a. */
const job = (userId: string, bytes = 0): QueuedJob => ({ userId, tenant: userId[0]!, bytes })
const jobs = (...names: string[]) => names.map((name) => job(name))
const NONE = new Map<string, number>()
const names = (list: readonly QueuedJob[]) => list.map(({ userId }) => userId)

describe('which waits no longer', () => {
  it('goes by who came first while nobody runs', () => {
    expect(nextOf(jobs('a1', 'b1'), [], NONE)?.userId).toBe('a1')
    expect(nextOf([], [], NONE)).toBeUndefined()
  })

  it('runs one of a person, two of a tenant and three in all', () => {
    expect(nextOf(jobs('a1'), jobs('a1'), NONE)).toBeUndefined()
    expect(nextOf(jobs('a2'), jobs('a1'), NONE)?.userId).toBe('a2')
    expect(nextOf(jobs('a3'), jobs('a1', 'a2'), NONE)).toBeUndefined()
    expect(nextOf(jobs('b1'), jobs('a1', 'a2'), NONE)?.userId).toBe('b1')
    expect(nextOf(jobs('c1'), jobs('a1', 'a2', 'b1'), NONE)).toBeUndefined()
  })

  it('lets the tenant go first that has the fewest running', () => {
    expect(nextOf(jobs('a2', 'b1', 'c1'), jobs('a1'), NONE)?.userId).toBe('b1')
    expect(nextOf(jobs('a1', 'a2', 'b1'), jobs('a1'), NONE)?.userId).toBe('b1')
  })
})

describe('whose turn it is', () => {
  it('goes by who had the last one longest ago, before who came first', () => {
    const served = new Map([
      ['a', 7],
      ['b', 6],
    ])
    expect(nextOf(jobs('a1', 'b1'), [], served)?.userId).toBe('b1')
    expect(nextOf(jobs('a1', 'b1', 'c1'), [], served)?.userId).toBe('c1')
    expect(nextOf(jobs('a1', 'b1'), jobs('b2'), served)?.userId).toBe('a1')
  })

  it('comes round: many of one tenant do not keep another away when their places get free', () => {
    expect(names(orderOf(jobs('c1', 'c1', 'c1', 'c1', 'd1'), jobs('a1', 'b1'), NONE))).toEqual([
      'c1',
      'd1',
      'c1',
      'c1',
      'c1',
    ])
  })
})

describe('the order of those that wait', () => {
  it('tells a single one of another tenant that many of the first do not stand before it', () => {
    expect(names(orderOf(jobs('a3', 'a4', 'a5', 'b1'), jobs('a1', 'a2'), NONE))).toEqual(['b1', 'a3', 'a4', 'a5'])
    expect(names(orderOf(jobs('a1', 'a1', 'a2'), [], NONE))).toEqual(['a1', 'a2', 'a1'])
  })

  it('holds everybody once, whoever waits and runs, and one of another tenant before the rest of any', () => {
    const some = fc.array(fc.constantFrom('a1', 'a2', 'a3', 'b1', 'b2', 'c1'), { maxLength: 30 })
    fc.assert(
      fc.property(some, (list) => {
        const waiting = jobs(...list, 'd1')
        const order = orderOf(waiting, [], NONE)
        expect(new Set(order)).toEqual(new Set(waiting))
        expect(order).toHaveLength(waiting.length)
        const tenants = new Set(order.map(({ tenant }) => tenant)).size
        expect(order.findIndex(({ userId }) => userId === 'd1')).toBeLessThan(tenants + QUEUE_LIMITS.running.all)
      }),
    )
  })
})

describe('what may be asked for beside what is open', () => {
  const { open, bytes } = QUEUE_LIMITS
  const many = (count: number, of: (n: number) => QueuedJob) => Array.from({ length: count }, (_, n) => of(n))

  it('ends with a person’s, a tenant’s and all of it', () => {
    expect(
      mayJoin(
        many(open.person - 1, () => job('a1')),
        job('a1'),
      ),
    ).toBe(true)
    expect(
      mayJoin(
        many(open.person, () => job('a1')),
        job('a1'),
      ),
    ).toBe(false)
    expect(
      mayJoin(
        many(open.person, () => job('a1')),
        job('a2'),
      ),
    ).toBe(true)
    expect(
      mayJoin(
        many(open.tenant - 1, (n) => job(`a${n}`)),
        job('ax'),
      ),
    ).toBe(true)
    expect(
      mayJoin(
        many(open.tenant, (n) => job(`a${n}`)),
        job('ax'),
      ),
    ).toBe(false)
    expect(
      mayJoin(
        many(open.tenant, (n) => job(`a${n}`)),
        job('bx'),
      ),
    ).toBe(true)
    const everybody = (n: number) => job(`${String.fromCharCode(100 + (n % 40))}${n}`)
    expect(mayJoin(many(open.all - 1, everybody), job('bx'))).toBe(true)
    expect(mayJoin(many(open.all, everybody), job('bx'))).toBe(false)
  })

  it('ends with the bytes of the files that wait', () => {
    const half = bytes.tenant - 10
    expect(mayJoin([job('a1', half)], job('a2', 10))).toBe(true)
    expect(mayJoin([job('a1', half)], job('a2', 11))).toBe(false)
    expect(mayJoin([job('a1', half)], job('b2', 11))).toBe(true)
    const both = [job('a1', bytes.tenant), job('b1', bytes.tenant - 5)]
    expect(bytes.all).toBe(2 * bytes.tenant)
    expect(mayJoin(both, job('c1', 5))).toBe(true)
    expect(mayJoin(both, job('c1', 6))).toBe(false)
  })
})
