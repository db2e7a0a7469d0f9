import { expect, it } from 'vitest'
import { answerFromThread, inOwnThread, type ThreadAnswer } from './own-thread.ts'

const LIMITS = { timeoutMs: 20_000, heapMb: 64 }
const script = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'\n${body}`)}`,
  )
const outcome = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ value }),
    (error: Error & { code?: string }) => ({ code: error.code, message: error.message }),
  )

it('a thread answers, or refuses like the caller itself', async () => {
  const twice = script('parentPort.postMessage({ ok: true, value: workerData * 2 })')
  expect(await inOwnThread(twice, 21, LIMITS)).toBe(42)
  const refuses = script(
    "parentPort.postMessage({ ok: false, code: 'validation', facts: { fields: { file: 'format' } } })",
  )
  await expect(inOwnThread(refuses, null, LIMITS)).rejects.toMatchObject({
    code: 'validation',
    facts: { fields: { file: 'format' } },
  })
})

it('one that grows, never ends or breaks is ended alone, and says so', async () => {
  const grows = script('const kept = []; for (;;) kept.push({ at: kept.length, more: [kept.length] })')
  // Its time is not what ends it.
  const patient = { ...LIMITS, timeoutMs: 600_000 }
  expect(await outcome(inOwnThread(grows, null, patient))).toMatchObject({ code: 'too-large' })
  const spins = script('for (;;);')
  expect(await outcome(inOwnThread(spins, null, { ...LIMITS, timeoutMs: 200 }))).toMatchObject({ code: 'too-large' })
  const breaks = script("throw new Error('a bug')")
  expect(await outcome(inOwnThread(breaks, null, LIMITS))).toMatchObject({ message: 'a bug' })
  const silent = script('')
  expect(await outcome(inOwnThread(silent, null, LIMITS))).toMatchObject({
    message: 'a thread ended with 0 and no answer',
  })
})

it('ends with the caller’s signal, before and while it works', async () => {
  const spins = script('for (;;);')
  const stop = new AbortController()
  const work = outcome(inOwnThread(spins, null, LIMITS, stop.signal))
  stop.abort(new Error('not wanted any more'))
  expect(await work).toMatchObject({ message: 'not wanted any more' })
  expect(await outcome(inOwnThread(spins, null, LIMITS, stop.signal))).toMatchObject({ message: 'not wanted any more' })
})

it('a refusal travels as a value; a bug does not', async () => {
  const told: ThreadAnswer[] = []
  const post = (answer: ThreadAnswer) => void told.push(answer)
  await answerFromThread(post, () => 7)
  expect(told).toEqual([{ ok: true, value: 7 }])
  await expect(answerFromThread(post, () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug')
  expect(told).toHaveLength(1)
})
