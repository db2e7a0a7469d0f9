import { expect, test, vi } from 'vitest'
import type { Log } from '../platform/log/log.ts'
import type { Api } from '../platform/http/mount-operation.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { closeAll, type Module, type Modules, mountAll, startAll } from './module.ts'

const never = new Promise<void>(() => undefined)

function world() {
  const happened: string[] = []
  const errors: unknown[] = []
  const log = { error: (facts: { step: string }) => errors.push(facts.step) } as unknown as Log
  const part = (name: string, more: Partial<Module> = {}): Module => ({
    name,
    mount: () => void happened.push(`mount ${name}`),
    start: async () => happened.push(`start ${name}`),
    jobs: () => void happened.push(`jobs ${name}`),
    drain: () => void happened.push(`drain ${name}`),
    close: async () => happened.push(`close ${name}`),
    ...more,
  })
  return { happened, errors, log, part }
}

test('modules are mounted and started forward, drained and closed backward', async () => {
  const { happened, log, part } = world()
  const modules: Modules = [part('a'), { name: 'nothing' }, [part('b'), part('c')], part('d')]
  mountAll(modules, {} as Api)
  await startAll(modules, {} as Jobs)
  await closeAll(modules, log)
  const said = (verb: string) =>
    happened
      .filter((line) => line.startsWith(verb))
      .map((line) => line.slice(-1))
      .join('')
  expect(['mount', 'start', 'jobs', 'drain', 'close'].map(said)).toEqual(['abcd', 'abcd', 'abcd', 'dcba', 'dbca'])
  const verbs = happened.map((line) => line.split(' ')[0])
  expect(verbs).toEqual([...verbs].toSorted((x, y) => ORDER.indexOf(x!) - ORDER.indexOf(y!)))
})

const ORDER = ['mount', 'start', 'jobs', 'drain', 'close']

test('a module that fails to start keeps those after it from starting', async () => {
  const { happened, part } = world()
  const broken = part('b', { start: () => Promise.reject(new Error('no disk')) })
  await expect(startAll([part('a'), broken, part('c')], {} as Jobs)).rejects.toThrow('no disk')
  expect(happened).toEqual(['start a'])
})

test('a module that does not close in time, or fails to, is logged, and the rest is closed', async () => {
  vi.useFakeTimers()
  const { happened, errors, log, part } = world()
  const slow = part('slow', { close: () => never, giveUp: () => void happened.push('give up slow'), limitMs: 5_000 })
  const bad = part('bad', { close: () => Promise.reject(new Error('gone')) })
  const endless = part('endless', { close: () => never })
  const closed = closeAll([part('a'), bad, endless, [part('b'), slow]], log)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(errors).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(errors).toEqual(['slow'])
  expect(happened.at(-1)).toBe('give up slow')
  await vi.advanceTimersByTimeAsync(14_999)
  expect(errors).toEqual(['slow'])
  await vi.advanceTimersByTimeAsync(1)
  await closed
  expect(errors).toEqual(['slow', 'endless', 'bad'])
  expect(happened.filter((line) => line.startsWith('close'))).toEqual(['close b', 'close a'])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
