import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBus } from '../bus.ts'
import { createJobs } from './jobs.ts'
import { createLog, silentLog } from '../log/log.ts'

const always = async (_name: string, work: () => Promise<void>) => {
  await work()
  return true
}

it('runs a job again and again, never over itself, and goes on after a failure', async () => {
  const jobs = createJobs({ log: silentLog, exclusively: always })
  let [running, most, runs] = [0, 0, 0]
  jobs.start({
    name: 'a',
    everyMs: 5,
    atStart: true,
    run: async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(10)
      running -= 1
      runs += 1
      if (runs === 1) throw new Error('once')
    },
  })
  await expect.poll(() => runs).toBeGreaterThan(2)
  await jobs.stop()
  expect(most).toBe(1)
  const before = runs
  await sleep(40)
  expect(runs).toBe(before)
})

it('waits for the running one when it stops, and signals it', async () => {
  const jobs = createJobs({ log: silentLog, exclusively: always })
  let ended = false
  jobs.start({
    name: 'long',
    everyMs: 1000,
    atStart: true,
    run: async (signal) => {
      await sleep(5000, undefined, { signal }).catch(() => undefined)
      ended = true
    },
  })
  await jobs.stop()
  expect(ended).toBe(true)
})

it('leaves an exclusive job to the process that holds its lock', async () => {
  let runs = 0
  const jobs = createJobs({ log: silentLog, exclusively: async () => false })
  jobs.start({
    name: 'b',
    everyMs: 1,
    atStart: true,
    exclusive: true,
    run: async () => {
      runs += 1
    },
  })
  await sleep(20)
  await jobs.stop()
  expect(runs).toBe(0)
})

it('delivers an event to every handler, whatever the others do', async () => {
  const lines: string[] = []
  const bus = createBus(
    createLog({ level: 'error', pretty: false, destination: { write: (line) => void lines.push(line) } }),
  )
  const heard: string[] = []
  bus.on('dept.changed', () => {
    throw new Error('sync')
  })
  bus.on('dept.changed', async () => {
    throw new Error('async')
  })
  const off = bus.on('dept.changed', ({ deptId }) => void heard.push(deptId))
  bus.emit('dept.changed', { deptId: '1' })
  off()
  bus.emit('dept.changed', { deptId: '2' })
  await sleep(1)
  expect(heard).toEqual(['1'])
  expect(lines.filter((line) => line.includes('a bus handler failed'))).toHaveLength(4)
})

it('keeps secrets out of the log', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', pretty: false, destination: { write: (line) => void lines.push(line) } })
  log.info({ user: { password: 'hunter2', name: 'x' }, token: 'abc123' }, 'signed in')
  expect(lines[0]).not.toMatch(/hunter2|abc123/)
})
