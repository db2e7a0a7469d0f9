import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLane } from './send-lane.ts'

/** A lane over a row of names, which ends the delivery of a name when the test says so. */
function laneOf(waiting: string[], atOnce: number) {
  const events: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const lane = createLane<string>({
    atOnce,
    take: async (most) => {
      // It is asked for something, or not at all.
      expect(most).toBeGreaterThan(0)
      const attempts = waiting.splice(0, most)
      return { attempts, settled: attempts.length }
    },
    deliver: (name) => {
      events.push(name)
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      return end.promise
    },
    failed: (error) => void events.push(String(error)),
  })
  const run = () => {
    const running = lane.run().then(() => void events.push('idle'))
    return running
  }
  return { lane, run, events, end: (name: string) => ends.get(name)!.resolve(), ends }
}

it('delivers at most so many at once, and takes the place of one that has ended at once', async () => {
  const { run, events, end } = laneOf(['a', 'b', 'c', 'd'], 2)
  const running = run()
  await turn()
  expect(events).toEqual(['a', 'b'])
  end('b')
  await turn()
  expect(events).toEqual(['a', 'b', 'c'])
  end('c')
  await turn()
  end('d')
  await turn()
  // What hangs holds its own place only; whoever waits for all waits for it.
  expect(events).toEqual(['a', 'b', 'c', 'd'])
  end('a')
  await running
  expect(events.at(-1)).toBe('idle')
})

it('looks again when it is called beside a delivery that hangs, and when all places are taken as soon as one is free', async () => {
  const waiting = ['a']
  const { run, events, end } = laneOf(waiting, 2)
  const first = run()
  await turn()
  waiting.push('b', 'c')
  const second = run()
  await turn()
  expect(events).toEqual(['a', 'b'])
  const third = run()
  await turn()
  end('b')
  await turn()
  expect(events).toEqual(['a', 'b', 'c'])
  end('a')
  end('c')
  await Promise.all([first, second, third])
  // Everything has ended: it begins anew.
  waiting.push('d')
  const again = run()
  await turn()
  end('d')
  await again
  expect(events).toEqual(['a', 'b', 'c', 'idle', 'idle', 'idle', 'd', 'idle'])
})

it('looks again when a delivery has ended: what comes after it may be due by that', async () => {
  const waiting = ['a']
  const { run, events, end } = laneOf(waiting, 2)
  const running = run()
  await turn()
  waiting.push('b')
  await turn()
  expect(events).toEqual(['a'])
  end('a')
  await turn()
  end('b')
  await running
  expect(events).toEqual(['a', 'b', 'idle'])
})

it('goes on after a delivery that broke, and after a look that did', async () => {
  const waiting = ['a', 'b']
  const { run, events, end, ends } = laneOf(waiting, 1)
  const running = run()
  await turn()
  ends.get('a')!.reject(new Error('broke'))
  await turn()
  end('b')
  await running
  expect(events).toEqual(['a', 'Error: broke', 'b', 'idle'])
  let looks = 0
  const taken: string[] = []
  const lane = createLane<string>({
    atOnce: 1,
    take: async () => {
      looks += 1
      if (looks === 1) throw new Error('no database')
      return looks === 2 ? { attempts: ['c'], settled: 1 } : { attempts: [], settled: 0 }
    },
    deliver: async (name) => void taken.push(name),
    failed: () => undefined,
  })
  await expect(lane.run()).rejects.toThrow('no database')
  await lane.run()
  expect(taken).toEqual(['c'])
})

it('closes when the last one has ended, and begins nothing meanwhile', async () => {
  const { lane, run, events, end } = laneOf(['a', 'b'], 1)
  const running = run()
  await turn()
  lane.drain()
  const closed = lane.close().then(() => void events.push('closed'))
  await turn()
  expect(events).toEqual(['a'])
  end('a')
  await Promise.all([running, closed])
  await run()
  expect(events.toSorted()).toEqual(['a', 'closed', 'idle', 'idle'])
})
